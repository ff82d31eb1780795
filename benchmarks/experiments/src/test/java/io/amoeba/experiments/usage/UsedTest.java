package io.amoeba.experiments.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class UsedTest {
  private static final List<ContainerUsage> SAMPLES =
      List.of(
          new ContainerUsage(10, 1_000_000_000, new ContainerUsage.DiskReads(5, 500), 0),
          new ContainerUsage(12, 2_000_000_000, new ContainerUsage.DiskReads(7, 700), 0),
          new ContainerUsage(14, 2_500_000_000L, new ContainerUsage.DiskReads(17, 900), 0),
          new ContainerUsage(16, 9_000_000_000L, new ContainerUsage.DiskReads(99, 999), 0));

  @Test
  void samplesWithinTheTimeCount() {
    ContainerUsage.Used used = ContainerUsage.Used.between(SAMPLES, 9.5, 15).orElseThrow();

    assertThat(used)
        .isEqualTo(
            new ContainerUsage.Used(4, new ContainerUsage.DiskReads(12, 400), 1_500_000_000));
    assertThat(used.processors()).isEqualTo(0.375);
  }

  @Test
  void lessThanTwoSamplesTellNothing() {
    assertThat(ContainerUsage.Used.between(SAMPLES, 13, 15)).isEmpty();
    assertThat(ContainerUsage.Used.between(SAMPLES, 20, 30)).isEmpty();
    assertThat(ContainerUsage.Used.between(List.of(), 0, 30)).isEmpty();
  }
}
