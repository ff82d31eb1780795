package io.amoeba.experiments.alignment;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.experiments.usage.ContainerUsage;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProcessKindTest {
  private static final int LOOKS = 10;

  /** With a look at every tenth second. */
  private static ProcessKind.Service service(String name, double processors) {
    return new ProcessKind.Service(
        name,
        IntStream.range(0, LOOKS)
            .map(look -> 10 * look)
            .mapToObj(
                second ->
                    new ContainerUsage(
                        second,
                        (long) (second * processors * 1e9),
                        new ContainerUsage.DiskReads(0, 0),
                        0))
            .toList());
  }

  @Test
  void nodesAreAddedUp() {
    Map<ProcessKind, Double> processors =
        ProcessKind.processors(
            List.of(
                service("taskmanager-1", 0.25),
                service("taskmanager-2", 0.5),
                service("redis-1", 0.125),
                service("redis-2", 0.125),
                service("kafka", 0.5),
                service("linear-road", 0.0625),
                service("jobmanager", 0.125),
                service("coordinator", 0.25)),
            11,
            55);

    assertThat(processors)
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
    Map<ProcessKind, Double> processors =
        ProcessKind.processors(List.of(service("kafka", 1)), 11, 19);

    assertThat(processors).hasSize(ProcessKind.values().length);
    assertThat(processors.values()).containsOnly(Double.NaN);
  }

  @Test
  void whatHoldsANetworkIdentityDoesNotCount() {
    assertThat(ProcessKind.counts("taskmanager-12")).isTrue();
    assertThat(ProcessKind.counts("node-1")).isFalse();
    assertThat(ProcessKind.counts("redis-cluster")).isFalse();
  }
}
