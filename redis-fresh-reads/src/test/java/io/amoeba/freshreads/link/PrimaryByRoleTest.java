package io.amoeba.freshreads.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisURI;
import io.lettuce.core.internal.HostAndPort;
import io.lettuce.core.models.role.RedisInstance;
import io.lettuce.core.models.role.RedisMasterInstance;
import io.lettuce.core.models.role.ReplicationPartner;
import io.lettuce.core.models.role.RoleParser;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PrimaryByRoleTest {
  private static final RedisURI FIRST = RedisURI.create("127.0.0.1", 6379);
  private static final RedisURI SECOND = RedisURI.create("127.0.0.1", 6380);
  private static final RedisURI THIRD = RedisURI.create("127.0.0.1", 6381);
  private static final ReplicationPartner PARTNER =
      new ReplicationPartner(HostAndPort.of("127.0.0.1", 6379), 1);

  private final Map<RedisURI, RedisInstance> roles = new HashMap<>();

  @Test
  void theServerThatSaysSoIsThePrimary() {
    replica(FIRST);
    primary(SECOND, 2);
    replica(THIRD);

    assertPrimary(foundAfter(null), SECOND, /* alone= */ true);
  }

  @Test
  void withoutAnAnswerOfAPrimaryNothingIsFound() {
    replica(FIRST);

    assertThat(PrimaryByRole.of(List.of(FIRST, SECOND), roles, null)).isNull();
  }

  @Test
  void aReplacedPrimaryThatComesBackHasNoReplicas() {
    primary(FIRST, 2);
    PrimaryByRole former = foundAfter(null);
    primary(FIRST, 0);
    primary(SECOND, 1);
    replica(THIRD);

    assertPrimary(foundAfter(former), SECOND, /* alone= */ true);
  }

  @Test
  void ofTwoWithEquallyManyReplicasTheFormerOneStaysAndIsNotAlone() {
    primary(SECOND, 1);
    PrimaryByRole former = foundAfter(null);
    primary(FIRST, 1);
    primary(THIRD, 1);

    assertPrimary(foundAfter(former), SECOND, /* alone= */ false);
    assertPrimary(foundAfter(null), FIRST, /* alone= */ false);
  }

  @Test
  void ofTwoWithEquallyManyReplicasTheOneWithMoreThanThemIsAlone() {
    primary(FIRST, 1);
    primary(SECOND, 1);
    primary(THIRD, 2);

    assertPrimary(foundAfter(null), THIRD, /* alone= */ true);
  }

  private static List<RedisURI> all() {
    return List.of(FIRST, SECOND, THIRD);
  }

  private PrimaryByRole foundAfter(@Nullable PrimaryByRole former) {
    return Objects.requireNonNull(PrimaryByRole.of(all(), roles, former));
  }

  private void primary(RedisURI node, int replicas) {
    roles.put(node, new RedisMasterInstance(1, Collections.nCopies(replicas, PARTNER)));
  }

  private void replica(RedisURI node) {
    roles.put(node, RoleParser.parse(List.of("slave", "127.0.0.1", 6379L, "connected", 1L)));
  }

  private static void assertPrimary(PrimaryByRole found, RedisURI primary, boolean alone) {
    assertThat(found.primary()).isEqualTo(primary);
    assertThat(found.isAlone()).isEqualTo(alone);
  }
}
