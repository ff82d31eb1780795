package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.operations.StepClock;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waits, so that keys do not move faster than they may. Confined to one thread. */
final class Pace {

  static final Duration RETRY = Duration.ofMillis(200);
  private static final Duration SOON = Duration.ofMillis(5);
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final StepClock clock;
  private long dueNanos;

  Pace(StepClock clock) {
    this.clock = clock;
    this.dueNanos = clock.nanos();
  }

  /** Waits until these keys are paid for; a rest without moves earns nothing. */
  void after(int keys, int keysPerSecond) {
    if (keysPerSecond > 0) {
      long now = clock.nanos();
      long earliest = dueNanos - now > 0 ? dueNanos : now;
      dueNanos = earliest + keys * NANOS_PER_SECOND / keysPerSecond;
      sleep(Duration.ofNanos(dueNanos - now));
    }
  }

  /**
   * Looks again and again until it is enough or the patience is over; returns what it saw last.
   *
   * @param patience by the number of looks, of which there is one at least
   */
  <T> T lookUntil(Predicate<T> enough, Duration patience, Supplier<T> look) {
    T seen = look.get();
    for (long left = patience.dividedBy(RETRY) - 1; left > 0 && !enough.test(seen); left--) {
      retry();
      seen = look.get();
    }
    return seen;
  }

  /** The same for what takes a moment only: the first looks follow each other faster. */
  <T> T lookSoonUntil(Predicate<T> enough, Duration patience, Supplier<T> look) {
    T seen = look.get();
    for (Duration wait = SOON; wait.compareTo(RETRY) < 0; wait = wait.multipliedBy(2)) {
      if (enough.test(seen)) {
        return seen;
      }
      sleep(wait);
      seen = look.get();
    }
    return enough.test(seen) ? seen : lookUntil(enough, patience, look);
  }

  /** Waits before another attempt. */
  void retry() {
    sleep(RETRY);
  }

  /** Who interrupts the thread aborts: the next safe point, or the next command, sees it. */
  private void sleep(Duration time) {
    try {
      clock.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
