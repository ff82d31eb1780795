package io.amoeba.freshreads.choice;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LatencyWindowTest {

  /** Latencies are kept in units of 16 ns. */
  private static final Offset<Long> UNIT = within(16L);

  private final LatencyWindow window = new LatencyWindow();
  private final long[] scratch = new long[LatencyWindow.SIZE];
  private long now = 5_000_000_000_000L;

  @Test
  void emptyWindowHasNoMedian() {
    assertThat(window.medianNanos(now, scratch)).isZero();
  }

  @Test
  void medianIsThatOfTheLatest64Latencies() {
    Random random = new Random(37);
    long[] latencies = new long[200];
    for (int i = 0; i < latencies.length; i++) {
      latencies[i] = 50_000 + random.nextInt(1_000_000);
      window.record(latencies[i], now);
    }

    long[] latest = Arrays.copyOfRange(latencies, 200 - 64, 200);
    Arrays.sort(latest);
    assertThat(window.medianNanos(now, scratch)).isCloseTo(latest[32], UNIT);
  }

  @Test
  void fewLateAnswersDoNotMoveTheMedian() {
    for (int i = 0; i < 64; i++) {
      window.record(i % 10 == 0 ? SECONDS.toNanos(1) : 100_000, now);
    }

    assertThat(window.medianNanos(now, scratch)).isCloseTo(100_000, UNIT);
  }

  @Test
  void latenciesOfMoreThanASecondAgoLeaveTheWindow() {
    for (int i = 0; i < 64; i++) {
      window.record(2_000_000, now);
    }
    now += MILLISECONDS.toNanos(1100);
    for (int i = 0; i < LatencyWindow.ALWAYS; i++) {
      window.record(100_000, now);
    }

    assertThat(window.medianNanos(now, scratch)).isCloseTo(100_000, UNIT);
  }

  @Test
  void latestFewLatenciesCountAtAnyAge() {
    for (int i = 1; i <= 10; i++) {
      window.record(i * 100_000, now);
    }
    now += SECONDS.toNanos(3600);

    assertThat(window.medianNanos(now, scratch)).isCloseTo(800_000, UNIT);
  }

  @Test
  void latencyBeyondTheRangeIsTheLargest() {
    window.record(Long.MAX_VALUE, now);

    assertThat(window.medianNanos(now, scratch)).isEqualTo(0xFFFF_FFFFL << 4);
  }

  @Test
  void timesBelowZeroAreAsGoodAsOthers() {
    now = -MILLISECONDS.toNanos(500);
    for (int i = 0; i < 64; i++) {
      window.record(2_000_000, now);
    }
    now += SECONDS.toNanos(2);
    for (int i = 0; i < LatencyWindow.ALWAYS; i++) {
      window.record(100_000, now);
    }

    assertThat(window.medianNanos(now, scratch)).isCloseTo(100_000, UNIT);
  }
}
