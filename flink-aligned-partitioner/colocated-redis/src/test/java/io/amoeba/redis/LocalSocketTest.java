package io.amoeba.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisConnectionException;

class LocalSocketTest {
  @Test
  void theConfigurationDecidesThenThePropertyThenTheVariable() {
    assertThat(LocalSocket.of("/c", name -> "/p", name -> "/v")).contains(Path.of("/c"));
    assertThat(LocalSocket.of("", name -> "/p", name -> "/v")).contains(Path.of("/p"));
    assertThat(LocalSocket.of("", name -> null, name -> "/v")).contains(Path.of("/v"));
    assertThat(LocalSocket.of(" ", name -> null, name -> "")).isEmpty();
  }

  @Test
  void invalidPathsAreNamed() {
    assertThatThrownBy(() -> LocalSocket.of("a\0b", name -> null, name -> null))
        .isInstanceOf(RedisAccessException.class)
        .hasMessageContaining("is no path: correct localSocket");
  }

  @Test
  void theOwnServerSaysWhereItIs() {
    AnnouncedNode named =
        AnnouncedNode.in(
            "a 10.0.0.1:7000@17000 master - 0 1 1 connected 0-99\n"
                + "b 10.0.0.2:7001@17001,host-2 myself,master - 0 1 2 connected 100-200\n");
    assertThat(named.hosts()).containsExactly("10.0.0.2", "host-2");
    assertThat(named.port()).isEqualTo(7001);
    assertThat(named).hasToString("[10.0.0.2, host-2]:7001");
    AnnouncedNode nowhere = AnnouncedNode.in("b :6379@16379 myself,master - 0 1 2 connected");
    assertThat(nowhere.hosts()).isEmpty();
    assertThat(nowhere.port()).isEqualTo(6379);
    AnnouncedNode ipv6 =
        AnnouncedNode.in("b fe80::1:6380@16380,,shard-id=c myself,slave a 0 1 2 connected");
    assertThat(ipv6.hosts()).containsExactly("fe80::1");
    assertThat(ipv6.port()).isEqualTo(6380);
    assertThatThrownBy(() -> AnnouncedNode.in("")).isInstanceOf(JedisConnectionException.class);
  }

  @Test
  void aNodeWithoutANameIsSeenAmongTheOthers() {
    assertThat(NoEndpoints.among(Set.of("node-1:7000", "?:7001"))).isTrue();
    assertThat(NoEndpoints.among(Set.of("node-1:7000", "10.0.0.1:7001"))).isFalse();
  }
}
