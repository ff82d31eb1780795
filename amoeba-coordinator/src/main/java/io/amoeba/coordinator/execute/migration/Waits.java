package io.amoeba.coordinator.execute.migration;

import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Looks again and again until nothing is missing, or a limit is over. Confined to one thread. */
final class Waits {

  /** How to wait. */
  interface Sleep {
    void of(Duration time) throws InterruptedException;
  }

  private final LongSupplier nanoTime;
  private final Sleep sleep;
  private final Duration poll;

  Waits(LongSupplier nanoTime, Sleep sleep, Duration poll) {
    this.nanoTime = nanoTime;
    this.sleep = sleep;
    this.poll = poll;
  }

  static Waits ofTheClock(Duration poll) {
    return new Waits(System::nanoTime, time -> Thread.sleep(time.toMillis()), poll);
  }

  /**
   * Waits where nothing may interrupt.
   *
   * @return what is still missing when the limit is over; empty: nothing
   */
  List<String> until(Duration limit, Supplier<List<String>> missing) {
    return until(limit, () -> {}, missing);
  }

  /**
   * Waits.
   *
   * @param safePoint runs before each look; its time does not count. Nothing is between the last
   *     look that found nothing missing and the return
   */
  List<String> until(Duration limit, Runnable safePoint, Supplier<List<String>> missing) {
    long spentNanos = 0;
    while (true) {
      safePoint.run();
      long before = nanoTime.getAsLong();
      List<String> now = look(missing);
      if (now.isEmpty() || spentNanos + nanoTime.getAsLong() - before >= limit.toNanos()) {
        return now;
      }
      rest();
      spentNanos += nanoTime.getAsLong() - before;
    }
  }

  /** Who is silent or busy now may answer later. */
  private static List<String> look(Supplier<List<String>> missing) {
    try {
      return missing.get();
    } catch (MigrationProblem e) {
      if (e.kind() == MigrationProblem.Kind.NOT_YET
          || e.kind() == MigrationProblem.Kind.UNREACHABLE) {
        return List.of(e.text());
      }
      throw e;
    }
  }

  /** Who interrupts the thread aborts: the next safe point, or the next command, sees it. */
  private void rest() {
    try {
      sleep.of(poll);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
