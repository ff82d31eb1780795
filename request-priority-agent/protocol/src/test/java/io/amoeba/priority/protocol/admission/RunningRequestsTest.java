package io.amoeba.priority.protocol.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RunningRequestsTest {

  private static final long START = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(10);

  private final RunningRequests running = new RunningRequests(4_000, START);

  @Test
  void requestsCountFromBeginToEnd() {
    int first = running.begin(at(0));
    int second = running.begin(at(10));
    assertThat(running.count()).isEqualTo(2);

    assertThat(running.end(first)).isTrue();
    assertThat(running.end(second)).isTrue();
    assertThat(running.count()).isZero();
  }

  @Test
  void aRequestBeginsOnlyBelowTheLimit() {
    int first = running.tryBegin(1, at(0));

    assertThat(first).isNotNegative();
    assertThat(running.tryBegin(1, at(0))).isNegative();
    assertThat(running.count()).isEqualTo(1);
    running.end(first);
    assertThat(running.tryBegin(1, at(0))).isNotNegative();
  }

  @Test
  void aRequestWithoutAnEndIsForgottenAfterFourToFivePeriods() {
    running.begin(at(900));

    running.forget(at(4_900));
    assertThat(running.count()).isEqualTo(1);
    assertThat(running.forgotten()).isZero();
    running.forget(at(5_000));
    assertThat(running.count()).isZero();
    assertThat(running.forgotten()).isEqualTo(1);
  }

  @Test
  void theEndOfAForgottenRequestChangesNothing() {
    int forgotten = running.begin(at(0));
    running.forget(at(60_000));
    int other = running.begin(at(60_000));

    assertThat(running.end(forgotten)).isFalse();
    assertThat(running.count()).isEqualTo(1);
    assertThat(running.end(other)).isTrue();
    assertThat(running.count()).isZero();
  }

  @Test
  void laterRequestsForgetOnesWhosePlaceTheyNeed() {
    int forgotten = running.begin(at(0));
    for (int second = 1; second < 5; second++) {
      running.begin(at(1_000 * second));
    }
    assertThat(running.count()).isEqualTo(5);

    running.begin(at(5_000));

    assertThat(running.count()).isEqualTo(5);
    assertThat(running.forgotten()).isEqualTo(1);
    assertThat(running.end(forgotten)).isFalse();
  }

  @Test
  void aThreadWithAnOlderClockReadingCountsWithTheNewer() {
    running.begin(at(7_000));

    int late = running.begin(at(2_000));

    assertThat(running.count()).isEqualTo(2);
    assertThat(running.end(late)).isTrue();
    assertThat(running.count()).isEqualTo(1);
  }

  @Test
  void underContentionTheLimitHoldsAndTheCountReturnsToZero() throws InterruptedException {
    int threads = 4;
    List<Thread> all = new ArrayList<>();
    int[] most = new int[threads];
    for (int i = 0; i < threads; i++) {
      int number = i;
      all.add(
          new Thread(
              () -> {
                // Periods change all the time; none is as old as to be forgotten.
                for (int round = 0; round < 200_000; round++) {
                  int begun = running.tryBegin(2, at(round / 50));
                  if (begun >= 0) {
                    most[number] = Math.max(most[number], running.count());
                    running.end(begun);
                  }
                }
              }));
    }
    all.forEach(Thread::start);
    for (Thread thread : all) {
      thread.join();
    }

    assertThat(running.count()).isZero();
    assertThat(Arrays.stream(most).filter(count -> count > 2)).isEmpty();
    assertThat(running.forgotten()).isZero();
  }

  /** The clock overflows in between, as {@link System#nanoTime} may. */
  private static long at(long millis) {
    return START + TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
