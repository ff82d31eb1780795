package io.amoeba.priority.protocol.admission;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts requests that run, and forgets those whose end was not reported: after four to five
 * periods, as if they had ended. Times are those of {@link System#nanoTime}. Lock-free, safe for
 * concurrent use.
 */
final class RunningRequests {

  /*
   * A cell per period holds the period's number and how many of its requests still run, in one long,
   * so that a request that was forgotten and ends after all changes nothing: its period is not the
   * cell's any more. A cell is needed again five periods later; whatever it holds then is forgotten.
   */

  private static final int PERIODS = 4;
  private static final int CELLS = PERIODS + 1;
  private static final int NO_PERIOD = -1;

  private final long startNanos;
  private final long periodNanos;
  private final AtomicInteger running = new AtomicInteger();
  private final LongAdder forgotten = new LongAdder();
  private final AtomicLongArray cells = new AtomicLongArray(CELLS);

  /** Forgets requests after at least so long. */
  RunningRequests(long forgottenAfterMillis, long startNanos) {
    this.startNanos = startNanos;
    this.periodNanos = Math.max(1, TimeUnit.MILLISECONDS.toNanos(forgottenAfterMillis) / PERIODS);
    for (int i = 0; i < CELLS; i++) {
      cells.set(i, cell(NO_PERIOD, 0));
    }
  }

  int count() {
    return running.get();
  }

  /** A request begins. What to end it with. */
  int begin(long nowNanos) {
    running.getAndIncrement();
    return note(nowNanos);
  }

  /** A request begins if fewer than that many run; otherwise a negative number. */
  int tryBegin(int most, long nowNanos) {
    int now = running.get();
    while (now < most) {
      if (running.compareAndSet(now, now + 1)) {
        return note(nowNanos);
      }
      now = running.get();
    }
    return NO_PERIOD;
  }

  private int note(long nowNanos) {
    int period = period(nowNanos);
    while (true) {
      int index = period % CELLS;
      long cell = cells.get(index);
      if (periodOf(cell) > period) {
        // Another thread's clock reading was newer.
        period = periodOf(cell);
      } else if (periodOf(cell) == period) {
        if (cells.compareAndSet(index, cell, cell + 1)) {
          return period;
        }
      } else if (cells.compareAndSet(index, cell, cell(period, 1))) {
        forget(countOf(cell));
        return period;
      }
    }
  }

  /** A request ends. Whether it still counted. */
  boolean end(int begun) {
    int index = begun % CELLS;
    while (true) {
      long cell = cells.get(index);
      if (periodOf(cell) != begun) {
        return false;
      }
      if (cells.compareAndSet(index, cell, cell - 1)) {
        running.getAndDecrement();
        return true;
      }
    }
  }

  /** Forgets what has run for too long. */
  void forget(long nowNanos) {
    int oldest = period(nowNanos) - PERIODS;
    for (int index = 0; index < CELLS; index++) {
      long cell = cells.get(index);
      if (periodOf(cell) < oldest
          && periodOf(cell) != NO_PERIOD
          && cells.compareAndSet(index, cell, cell(NO_PERIOD, 0))) {
        forget(countOf(cell));
      }
    }
  }

  /** Requests that were forgotten since the start. */
  long forgotten() {
    return forgotten.sum();
  }

  private void forget(int requests) {
    running.addAndGet(-requests);
    forgotten.add(requests);
  }

  private int period(long nowNanos) {
    return (int) Math.max(0, (nowNanos - startNanos) / periodNanos);
  }

  private static long cell(int period, int count) {
    return ((long) period << Integer.SIZE) | count;
  }

  private static int periodOf(long cell) {
    return (int) (cell >> Integer.SIZE);
  }

  private static int countOf(long cell) {
    return (int) cell;
  }
}
