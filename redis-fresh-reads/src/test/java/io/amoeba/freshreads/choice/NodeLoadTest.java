package io.amoeba.freshreads.choice;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class NodeLoadTest {

  private static final Offset<Long> UNIT = within(32L);

  private final NodeLoad load = new NodeLoad();
  private long now = 5_000_000_000_000L;

  @Test
  void readsAreInFlightUntilTheyAreAnsweredOrAbandoned() {
    load.sent(now);
    load.sent(now);
    load.sent(now);
    assertThat(load.inFlight()).isEqualTo(3);

    load.answered(100_000, now);
    load.abandoned();

    assertThat(load.inFlight()).isEqualTo(1);
  }

  @Test
  void probesAreNotInFlight() {
    load.probed(100_000, now);

    assertThat(load.inFlight()).isZero();
    assertThat(load.averageNanos()).isCloseTo(100_000, UNIT);
    assertThat(load.medianNanos(now)).isCloseTo(100_000, UNIT);
  }

  @Test
  void medianIsThatOfTheReads() {
    load.probed(10_000, now);
    for (int i = 1; i <= 9; i++) {
      load.sent(now);
      load.answered(i * 100_000L, now);
    }

    assertThat(load.medianNanos(now)).isCloseTo(500_000, UNIT);
  }

  @Test
  void averageKeepsAThirdOfAFormerLatencyAfter20Millis() {
    load.probed(1_000_000, now);
    now += MILLISECONDS.toNanos(20);
    load.probed(100_000, now);

    assertThat(load.averageNanos())
        .isCloseTo(Math.round(100_000 + 900_000 * Math.exp(-1)), within(1000L));
  }

  @Test
  void averageIgnoresTheOrderOfAnswersOfOneMoment() {
    load.probed(100_000, now);
    load.probed(900_000, now - 5000);

    assertThat(load.averageNanos()).isCloseTo(100_000, UNIT);
  }

  @Test
  void averageOfAnHourAgoIsForgotten() {
    load.probed(1_000_000, now);
    now += SECONDS.toNanos(1800);
    load.probed(100_000, now);

    assertThat(load.averageNanos()).isCloseTo(100_000, UNIT);
  }

  @Test
  void scoreIsTheAverageTimesTheReadsWithOneMore() {
    load.probed(100_000, now);
    load.sent(now);
    load.sent(now);

    assertThat(load.scoreNanos()).isCloseTo(300_000, within(100L));
  }

  @Test
  void nodeIsStalledFromItsLastAnswerOnWhileReadsAreInFlight() {
    load.sent(now);
    now += 70_000;
    load.sent(now);
    load.answered(70_000, now);
    now += MILLISECONDS.toNanos(30);

    assertThat(load.stalledNanos(now)).isEqualTo(MILLISECONDS.toNanos(30));
  }

  @Test
  void idleNodeIsNotStalled() {
    load.sent(now);
    load.answered(70_000, now);
    now += SECONDS.toNanos(1);
    assertThat(load.stalledNanos(now)).isZero();

    load.sent(now);
    now += 40_000;
    assertThat(load.stalledNanos(now)).isEqualTo(40_000);
  }

  @Test
  void countsOfManyThreadsAddUp() throws Exception {
    int threads = 8;
    int reads = 20_000;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<?>> callers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      callers.add(pool.submit(() -> readSeveral(reads)));
    }
    for (Future<?> caller : callers) {
      caller.get();
    }
    pool.shutdown();

    assertThat(load.inFlight()).isZero();
    // A torn average or window would show values that no thread reported.
    assertThat(load.averageNanos()).isBetween(100_000L - 32, 200_000L);
    assertThat(load.medianNanos(System.nanoTime())).isBetween(100_000L - 32, 200_000L);
  }

  private void readSeveral(int reads) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    for (int i = 0; i < reads; i++) {
      load.sent(System.nanoTime());
      if (i % 10 == 0) {
        load.abandoned();
      } else {
        load.answered(random.nextInt(100_000, 200_000), System.nanoTime());
      }
      long average = load.averageNanos();
      if (average != 0 && (average < 100_000 - 32 || average > 200_000)) {
        throw new AssertionError("average of " + average + " ns");
      }
    }
  }
}
