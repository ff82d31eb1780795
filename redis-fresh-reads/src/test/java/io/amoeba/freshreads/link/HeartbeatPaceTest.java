package io.amoeba.freshreads.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class HeartbeatPaceTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;
  private static final long EVERY = 25 * MILLI;
  private static final long NEVER = Long.MAX_VALUE;
  private static final long TICK = 5 * MILLI;

  /** How many are sent, if the timer runs every 5 ms. */
  private static int sent(
      HeartbeatPace pace, long fromNanos, long toNanos, LongUnaryOperator readsAt) {
    return sent(pace, fromNanos, toNanos, readsAt, NEVER);
  }

  private static int sent(
      HeartbeatPace pace,
      long fromNanos,
      long toNanos,
      LongUnaryOperator readsAt,
      long wantedNanos) {
    int sent = 0;
    for (long now = fromNanos; now < toNanos; now += TICK) {
      sent += pace.isDue(now, readsAt.applyAsLong(now), wantedNanos) ? 1 : 0;
    }
    return sent;
  }

  private static LongUnaryOperator readsPerSecond(long rate) {
    return now -> rate * (now / MILLI) / 1_000;
  }

  @Test
  void aBusyProcessSendsOneEachInterval() {
    HeartbeatPace pace = new HeartbeatPace(EVERY, 0.01, 0);

    assertThat(sent(pace, 0, 10 * SECOND, readsPerSecond(100_000))).isEqualTo(400);
  }

  @Test
  void aQuietProcessSendsTheShareOfItsReads() {
    HeartbeatPace pace = new HeartbeatPace(EVERY, 0.01, 0);

    assertThat(sent(pace, 0, 100 * SECOND, readsPerSecond(100))).isBetween(99, 101);
  }

  @Test
  void aQuietProcessSendsMoreWhereTheyAreWanted() {
    HeartbeatPace pace = new HeartbeatPace(EVERY, 0.01, 0);

    assertThat(sent(pace, 0, 10 * SECOND, readsPerSecond(500), 2 * EVERY)).isBetween(199, 201);
  }

  @Test
  void wantedHeartbeatsAreATenthOfTheReadsAtMost() {
    HeartbeatPace pace = new HeartbeatPace(EVERY, 0.01, 0);

    assertThat(sent(pace, 0, 100 * SECOND, readsPerSecond(100), 2 * EVERY)).isBetween(990, 1001);
  }

  @Test
  void aBusyProcessSendsNoMoreWhereTheyAreWanted() {
    HeartbeatPace pace = new HeartbeatPace(EVERY, 0.01, 0);

    assertThat(sent(pace, 0, 10 * SECOND, readsPerSecond(2_500), 2 * EVERY)).isBetween(249, 251);
  }

  @Test
  void aProcessWithoutReadsSendsOneInTenSeconds() {
    HeartbeatPace pace = new HeartbeatPace(EVERY, 0.01, 0);

    assertThat(sent(pace, 0, 100 * SECOND, now -> 0)).isEqualTo(10);
  }

  @Test
  void withoutALimitTheNumberOfReadsDoesNotMatter() {
    HeartbeatPace pace = new HeartbeatPace(EVERY, 1, 0);

    assertThat(sent(pace, 0, 10 * SECOND, now -> 0)).isEqualTo(400);
  }

  @Test
  void aPauseOfTheClientIsNotMadeUpFor() {
    HeartbeatPace pace = new HeartbeatPace(EVERY, 0.01, 0);
    sent(pace, 0, SECOND, readsPerSecond(100_000));

    assertThat(sent(pace, 60 * SECOND, 61 * SECOND, readsPerSecond(100_000))).isBetween(39, 41);
  }
}
