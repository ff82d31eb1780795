package io.amoeba.freshreads.choice;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LatencyWindowTest {

  private final LatencyWindow window = new LatencyWindow();
  private final long[] sorted = new long[LatencyWindow.SIZE];
  private long now = 5_000_000_000_000L;

  @Test
  void emptyWindowHasNoLatencies() {
    assertThat(window.ofLastSecond(now, sorted)).isZero();
    assertThat(window.latest(16, sorted)).isZero();
  }

  @Test
  void windowKeepsTheLatest64LatenciesInUnitsOf16Nanos() {
    Random random = new Random(37);
    long[] latencies = new long[200];
    for (int i = 0; i < latencies.length; i++) {
      latencies[i] = 16L * (3000 + random.nextInt(100_000));
      window.record(latencies[i] + random.nextInt(16), now);
    }

    long[] latest = Arrays.copyOfRange(latencies, 200 - 64, 200);
    Arrays.sort(latest);
    assertThat(window.ofLastSecond(now, sorted)).isEqualTo(64);
    assertThat(sorted).isEqualTo(latest);
  }

  @Test
  void latestLatenciesAreSorted() {
    for (int i = 100; i > 0; i--) {
      window.record(16_000L * i, now);
    }

    assertThat(window.latest(3, sorted)).isEqualTo(3);
    assertThat(sorted).startsWith(16_000, 32_000, 48_000);
  }

  @Test
  void latenciesOfMoreThanASecondAgoAreNotOfTheLastSecond() {
    window.record(32_000, now);
    now += MILLISECONDS.toNanos(600);
    window.record(16_000, now);
    assertThat(window.ofLastSecond(now, sorted)).isEqualTo(2);

    now += MILLISECONDS.toNanos(600);
    assertThat(window.ofLastSecond(now, sorted)).isEqualTo(1);
    assertThat(sorted[0]).isEqualTo(16_000);

    now += SECONDS.toNanos(3600);
    assertThat(window.ofLastSecond(now, sorted)).isZero();
    assertThat(window.latest(16, sorted)).isEqualTo(2);
  }

  @Test
  void latencyBeyondTheRangeIsTheLargest() {
    window.record(Long.MAX_VALUE, now);

    window.latest(1, sorted);
    assertThat(sorted[0]).isEqualTo(0xFFFF_FFFFL << 4);
  }

  @Test
  void timesBelowZeroAreAsGoodAsOthers() {
    now = -MILLISECONDS.toNanos(300);
    window.record(16_000, now);

    now += MILLISECONDS.toNanos(600);
    assertThat(window.ofLastSecond(now, sorted)).isEqualTo(1);

    now += MILLISECONDS.toNanos(600);
    assertThat(window.ofLastSecond(now, sorted)).isZero();
  }
}
