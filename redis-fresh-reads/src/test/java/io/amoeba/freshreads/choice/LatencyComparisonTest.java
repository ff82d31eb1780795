package io.amoeba.freshreads.choice;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LatencyComparisonTest {

  private final NodeLoad primary = new NodeLoad();
  private final NodeLoad[] replicas = {new NodeLoad(), new NodeLoad()};
  private final LatencyComparison comparison = new LatencyComparison();
  private long now = 5_000_000_000_000L;

  @Test
  void nodesWithoutLatenciesDoNotCompare() {
    compare();

    assertThat(comparison.cautious()).isNaN();
    assertThat(comparison.median()).isNaN();
    assertThat(comparison.suspicious()).isFalse();
  }

  @Test
  void readsAreComparedWithReadsOfTheFastestReplica() {
    reads(primary, 64, 300_000);
    reads(replicas[0], 8, 100_000);
    reads(replicas[1], 64, 200_000);
    probes(primary, 16, 10_000);
    probes(replicas[0], 16, 10_000);

    compare();

    assertThat(comparison.median()).isCloseTo(3, within(0.01));
    assertThat(comparison.cautious()).isCloseTo(3, within(0.01));
    assertThat(comparison.suspicious()).isFalse();
  }

  @Test
  void probesDecideWhereReplicasServedNoReads() {
    reads(primary, 64, 300_000);
    probes(primary, 16, 105_000);
    probes(replicas[0], 16, 100_000);
    probes(replicas[1], 16, 150_000);

    compare();

    assertThat(comparison.median()).isCloseTo(1.05, within(0.01));
    assertThat(comparison.cautious()).isCloseTo(1.05, within(0.01));
    assertThat(comparison.suspicious()).isTrue();
  }

  @Test
  void readsOfMoreThanASecondAgoDoNotCompare() {
    reads(primary, 64, 300_000);
    reads(replicas[0], 64, 100_000);
    now += MILLISECONDS.toNanos(1100);

    compare();

    assertThat(comparison.cautious()).isNaN();
  }

  @Test
  void fourProbesShowThatThePrimaryBecameSlow() {
    probes(primary, 16, 100_000);
    probes(replicas[0], 16, 100_000);
    probes(primary, 3, 900_000);
    compare();
    assertThat(comparison.cautious()).isCloseTo(1, within(0.01));

    probes(primary, 1, 900_000);
    compare();
    assertThat(comparison.cautious()).isCloseTo(9, within(0.01));
  }

  @Test
  void cautiousRatioStaysBelowOneWhereLatenciesOnlyScatter() {
    Random random = new Random(37);
    int above = 0;
    for (int round = 0; round < 1000; round++) {
      for (int i = 0; i < 64; i++) {
        reads(primary, 1, 100_000 + (long) (-30_000 * Math.log(1 - random.nextDouble())));
        reads(replicas[0], 1, 100_000 + (long) (-30_000 * Math.log(1 - random.nextDouble())));
      }
      compare();
      above += comparison.cautious() > 1.03 ? 1 : 0;
    }

    assertThat(above).isLessThan(5);
  }

  private void compare() {
    comparison.compare(primary, replicas, 0b11, now);
  }

  private void reads(NodeLoad load, int count, long latencyNanos) {
    for (int i = 0; i < count; i++) {
      load.sent(now);
      load.answered(latencyNanos, now);
    }
  }

  private void probes(NodeLoad load, int count, long latencyNanos) {
    for (int i = 0; i < count; i++) {
      load.probed(latencyNanos, now);
    }
  }
}
