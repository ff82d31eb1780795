package io.amoeba.experiments.alignment;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.experiments.usage.ContainerUsage;
import io.amoeba.experiments.usage.DiskReads;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProcessorUseTest {
  private static final int LOOKS = 10;

  /** With a look at every tenth second. */
  private static ProcessorUse.Service service(String name, double processors) {
    return new ProcessorUse.Service(
        name,
        IntStream.range(0, LOOKS)
            .map(look -> 10 * look)
            .mapToObj(
                second ->
                    new ContainerUsage(
                        second, (long) (second * processors * 1e9), new DiskReads(0, 0), 0))
            .toList());
  }

  @Test
  void nodesAreAddedUp() {
    ProcessorUse use =
        ProcessorUse.between(
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

    assertThat(use).isEqualTo(new ProcessorUse(0.75, 0.25, 0.5, 0.0625, 0.375));
  }

  @Test
  void whatWasNotSeenIsNotANumber() {
    ProcessorUse use = ProcessorUse.between(List.of(service("kafka", 1)), 11, 19);

    assertThat(use).isEqualTo(ProcessorUse.UNKNOWN);
  }

  @Test
  void whatHoldsANetworkIdentityDoesNotCount() {
    assertThat(ProcessorUse.counts("taskmanager-12")).isTrue();
    assertThat(ProcessorUse.counts("node-1")).isFalse();
    assertThat(ProcessorUse.counts("redis-cluster")).isFalse();
  }
}
