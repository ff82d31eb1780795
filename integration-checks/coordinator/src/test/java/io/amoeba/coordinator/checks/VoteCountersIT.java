package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.redis.RedisClusterAdmin;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.ServerProgram;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reports of elections by real servers after CONFIG RESETSTAT. */
class VoteCountersIT {

  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @EnumSource
  void aServerWhoseStatisticsWereResetNeverSeemsToHaveHadNoElection(ServerProgram program) {
    Optional<Path> executable = program.find(folder);
    Assumptions.assumeTrue(executable.isPresent(), () -> "there is no program of " + program);
    try (RealStore real = RealStore.start(executable, Map.of());
        RedisConnections connections = real.connections()) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      RedisServer replica = real.redis().startReplica(RealStore.NODES + 1, real.server(1));
      real.redis().failOver(replica);
      assertThat(requests(store, replica).orElse(0)).isPositive();

      real.on(replica.node(), redis -> redis.configResetstat());

      assertThat(requests(store, replica)).isNotEqualTo(OptionalLong.of(0));
    }
  }

  private static OptionalLong requests(ClusterAdmin store, RedisServer server) {
    return store.look(Set.of()).servers().stream()
        .filter(view -> view.address().equals(new ServerAddress(server.host(), server.port())))
        .map(ServerView::elections)
        .findFirst()
        .orElseThrow()
        .requests();
  }
}
