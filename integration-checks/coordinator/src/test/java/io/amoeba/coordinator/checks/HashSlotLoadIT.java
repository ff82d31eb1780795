package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.cluster.HashSlotLoad;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.monitor.StoreQuestions;
import io.amoeba.coordinator.redis.RedisClusterMonitor;
import io.amoeba.coordinator.redis.RedisConnections;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The load of hash slots in the statistics of a real server. */
@EnabledIfSystemProperty(named = HashSlotLoadIT.PROGRAM, matches = ".+")
class HashSlotLoadIT {

  static final String PROGRAM = "amoeba.test.valkey-9";
  private static final StoreQuestions LOAD = new StoreQuestions(false, true, false, false, false);
  private static final Duration TWO_READINGS = Duration.ofSeconds(75);

  @Test
  void hashSlotsThatAreAskedMostHaveTheMostLoad() {
    Optional<Path> program = Optional.of(Path.of(System.getProperty(PROGRAM)));
    try (RealStore store = RealStore.start(program, Map.of("cluster-slot-stats-enabled", "yes"))) {
      RedisSettings settings = store.settings(Optional.empty(), Optional.empty());
      try (RedisConnections connections = new RedisConnections(settings, Leadership.ALONE)) {
        RedisClusterMonitor monitor = new RedisClusterMonitor(connections, LOAD);
        assertThat(load(monitor)).isEmpty();
        List<String> hot = store.fill(7, 500);
        store.fill(8, 5);
        store.on(1, redis -> hot.stream().map(redis::get).toList());

        HashSlotLoad load =
            await()
                .atMost(TWO_READINGS)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> load(monitor), Optional::isPresent)
                .orElseThrow();

        long[] micros = load.micros();
        assertThat(micros[7]).isGreaterThan(10 * micros[8]);
        assertThat(micros[8]).isPositive();
        assertThat(load.totalMicros()).isEqualTo(micros[7] + micros[8]);
      }
    }
  }

  @Test
  void aServerThatMeasuresNoTimeReportsNoLoad() {
    Optional<Path> program = Optional.of(Path.of(System.getProperty(PROGRAM)));
    try (RealStore store = RealStore.start(program, Map.of());
        RedisConnections connections = store.connections()) {
      RedisClusterMonitor monitor = new RedisClusterMonitor(connections, LOAD);
      assertThat(load(monitor)).isEmpty();
      assertThat(monitor.read()).isInstanceOf(StoreView.Found.class);
    }
  }

  private static Optional<HashSlotLoad> load(RedisClusterMonitor monitor) {
    return monitor.read() instanceof StoreView.Found found ? found.load() : Optional.empty();
  }
}
