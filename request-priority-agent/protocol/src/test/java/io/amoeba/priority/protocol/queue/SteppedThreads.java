package io.amoeba.priority.protocol.queue;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/**
 * Runs two programs so that one of them moves at a time: it goes on at each {@link #point} but at
 * given ones, where the other continues. So every schedule can be repeated, and all with few
 * switches can be tried.
 */
final class SteppedThreads {
  private final Set<Integer> switches;
  private final Semaphore[] turns = {new Semaphore(0), new Semaphore(0)};
  private final boolean[] ended = new boolean[2];
  private boolean started;
  private int moving;
  private int points;

  /**
   * A schedule.
   *
   * @param first which program begins, 0 or 1
   * @param switches after how many points, from 0, the other program continues
   */
  SteppedThreads(int first, Set<Integer> switches) {
    this.moving = first;
    this.switches = switches;
  }

  /** Runs both to their ends, on two free threads of a pool. How many points that took. */
  int run(ExecutorService pool, Runnable program0, Runnable program1) throws InterruptedException {
    List<Future<?>> both =
        List.of(pool.submit(() -> run(0, program0)), pool.submit(() -> run(1, program1)));
    started = true;
    turns[moving].release();
    for (Future<?> program : both) {
      try {
        program.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
    return points;
  }

  private void run(int number, Runnable program) {
    turns[number].acquireUninterruptibly();
    try {
      program.run();
    } finally {
      ended[number] = true;
      moving = 1 - number;
      turns[moving].release();
    }
  }

  /** The other program may continue here. Nothing happens before both run. */
  void point() {
    if (!started) {
      return;
    }
    int self = moving;
    if (switches.contains(points++) && !ended[1 - self]) {
      moving = 1 - self;
      turns[moving].release();
      turns[self].acquireUninterruptibly();
    }
  }
}
