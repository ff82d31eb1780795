package io.amoeba.freshreads.link;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that keeps connections, sends heartbeats and notices late answers. Safe for
 * concurrent use.
 */
public final class LinkTimer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LinkTimer.class);
  private static final long SHUTDOWN_SECONDS = 5;

  private final ScheduledThreadPoolExecutor executor =
      new ScheduledThreadPoolExecutor(
          1,
          task -> {
            Thread thread = new Thread(task, "amoeba-fresh-reads");
            thread.setDaemon(true);
            return thread;
          });

  /** Runs a task on the thread soon; does nothing after the end. */
  public void execute(Runnable task) {
    try {
      executor.execute(() -> run(task));
    } catch (RejectedExecutionException closed) {
      // The end: there is nothing left to keep.
    }
  }

  /** Runs a task on the thread after each interval. */
  public void every(long nanos, Runnable task) {
    var unused =
        executor.scheduleWithFixedDelay(() -> run(task), nanos, nanos, TimeUnit.NANOSECONDS);
  }

  /** A fault in one run must not end the following ones, and with them all proofs. */
  private static void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.error("Fresh reads: a task of the timer failed", e);
    }
  }

  /** Ends the thread, and waits for its current task. */
  @Override
  public void close() {
    executor.shutdownNow();
    try {
      executor.awaitTermination(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
