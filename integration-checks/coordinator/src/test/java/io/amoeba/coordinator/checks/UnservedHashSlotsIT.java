package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.CheckUp;
import io.amoeba.coordinator.cluster.DisownedHashSlots;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.doctor.Check;
import io.amoeba.coordinator.monitor.StoreQuestions;
import io.amoeba.coordinator.monitor.TaskManagerHosts;
import io.amoeba.coordinator.redis.RedisClusterMonitor;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.embedded.redis.ServerProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A hash slot that no real primary serves, since each takes another one for the owner: every view
 * by itself looks fine.
 */
class UnservedHashSlotsIT {

  private static final int HASH_SLOT = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @EnumSource
  void anUnservedHashSlotIsNamedWithEveryViewUntilTheRemedyIsFollowed(ServerProgram program) {
    Optional<Path> executable = program.find(folder);
    Assumptions.assumeTrue(executable.isPresent(), () -> "there is no program of " + program);
    try (RealStore store = RealStore.start(executable, Map.of());
        RedisConnections connections = store.connections()) {
      RedisClusterMonitor monitor = new RedisClusterMonitor(connections, StoreQuestions.NONE);
      assertThat(disowned(monitor)).isEmpty();
      store.on(1, redis -> redis.clusterSetSlotNode(HASH_SLOT, store.id(2)));

      await().atMost(PATIENCE).until(() -> !disowned(monitor).isEmpty());

      assertThat(disowned(monitor))
          .singleElement()
          .satisfies(
              found ->
                  assertThat(found.text())
                      .isEqualTo(
                          "no primary serves hash slots %d: %s says that %s owns them, %s says that %s owns them, %s says that %s owns them",
                          HASH_SLOT,
                          store.server(1).address(),
                          store.server(2).address(),
                          store.server(2).address(),
                          store.server(1).address(),
                          store.server(3).address(),
                          store.server(1).address()));
      assertThat(findings(store))
          .anyMatch(f -> f.severity() == Severity.ERROR && f.text().contains("hash slots 2: "));

      follow(store);

      await().atMost(PATIENCE).until(() -> disowned(monitor).isEmpty());
      store.assertOwned(HASH_SLOT, HASH_SLOT, 2);
      await()
          .atMost(PATIENCE)
          .until(() -> findings(store).stream().allMatch(f -> f.severity() == Severity.OK));
    }
  }

  /** As {@link DisownedHashSlots#REMEDY} says. */
  private static void follow(RealStore store) {
    String chosen = store.id(2);
    store.on(2, redis -> redis.clusterSetSlotImporting(HASH_SLOT, store.id(1)));
    for (int node : List.of(2, 1, 3)) {
      store.on(node, redis -> redis.clusterSetSlotNode(HASH_SLOT, chosen));
    }
  }

  private static List<DisownedHashSlots> disowned(RedisClusterMonitor monitor) {
    return monitor.read() instanceof StoreView.Found found ? found.disowned() : List.of();
  }

  private List<Finding> findings(RealStore store) {
    String config =
        """
        flink: {url: 'http://127.0.0.1:1'}
        redis: {endpoints: ['%s']}
        """
            .formatted(store.server(1).address());
    return CheckUp.of(ConfigReader.parse(config, "test", folder), TaskManagerHosts.UNTOLD)
        .findings()
        .stream()
        .filter(finding -> finding.code().equals(Check.REDIS_HASH_SLOTS.name()))
        .toList();
  }
}
