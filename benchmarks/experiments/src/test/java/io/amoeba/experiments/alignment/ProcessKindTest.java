package io.amoeba.experiments.alignment;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.experiments.Values;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProcessKindTest {
  private static final int SAMPLES = 10;

  /** With a sample at every tenth second. */
  private static List<Values> service(double cpus) {
    return IntStream.range(0, SAMPLES)
        .map(sample -> 10 * sample)
        .mapToObj(second -> Values.at(second, Map.of("cpuNanos", second * cpus * 1e9)))
        .toList();
  }

  @Test
  void nodesAreAddedUp() {
    Map<ProcessKind, Double> cpus =
        ProcessKind.cpus(
            Map.of(
                "taskmanager-1",
                service(0.25),
                "taskmanager-2",
                service(0.5),
                "redis-1",
                service(0.125),
                "redis-2",
                service(0.125),
                "kafka",
                service(0.5),
                "linear-road",
                service(0.0625),
                "jobmanager",
                service(0.125),
                "coordinator",
                service(0.25)),
            11,
            55);

    assertThat(cpus)
        .isEqualTo(
            Map.of(
                ProcessKind.TASK_MANAGERS,
                0.75,
                ProcessKind.REDIS,
                0.25,
                ProcessKind.KAFKA,
                0.5,
                ProcessKind.CLIENT,
                0.0625,
                ProcessKind.CONTROL,
                0.375));
  }

  @Test
  void whatWasNotSeenIsNotANumber() {
    Map<ProcessKind, Double> cpus = ProcessKind.cpus(Map.of("kafka", service(1)), 11, 19);

    assertThat(cpus).hasSize(ProcessKind.values().length);
    assertThat(cpus.values()).containsOnly(Double.NaN);
  }

  @Test
  void whatHoldsANetworkIdentityDoesNotCount() {
    assertThat(ProcessKind.counts("taskmanager-12")).isTrue();
    assertThat(ProcessKind.counts("node-1")).isFalse();
    assertThat(ProcessKind.counts("redis-cluster")).isFalse();
  }
}
