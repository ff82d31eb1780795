package io.amoeba.experiments.loops;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * Requests at a fixed rate until closed, whatever becomes of earlier ones. Their latencies are
 * measured from the moment at which they should have started, so neither a slow node nor a late
 * client leaves one out. Safe for concurrent use.
 */
public final class OpenLoop implements RequestLoop {
  private static final long SPIN_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
  private static final int MOST_IN_FLIGHT = 100_000;
  private static final long PATIENCE_SECONDS = 60;

  private final int perSecond;
  private final LongFunction<CompletionStage<Boolean>> requests;
  private final Semaphore inFlight = new Semaphore(MOST_IN_FLIGHT);
  private final Thread thread = new Thread(this::run, "open-loop");
  private volatile boolean ended;

  /**
   * Prepares it.
   *
   * @param requests sends one; takes the moment at which it should have started, by {@link
   *     System#nanoTime}, and tells, without an error in any case, whether it was answered
   */
  public OpenLoop(int perSecond, LongFunction<CompletionStage<Boolean>> requests) {
    this.perSecond = perSecond;
    this.requests = requests;
  }

  /** Starts the requests. */
  public OpenLoop start() {
    thread.setDaemon(true);
    thread.start();
    return this;
  }

  /** When a request should start. */
  static long intendedNanos(long firstNanos, long number, int perSecond) {
    return firstNanos + number * TimeUnit.SECONDS.toNanos(1) / perSecond;
  }

  private void run() {
    long firstNanos = System.nanoTime();
    for (long number = 0; !ended; number++) {
      long intended = intendedNanos(firstNanos, number, perSecond);
      await(intended, System::nanoTime);
      send(intended);
    }
  }

  /** A thread that sleeps wakes up some 50 microseconds late. */
  private static void await(long untilNanos, LongSupplier clock) {
    for (long left = untilNanos - clock.getAsLong();
        left > 0;
        left = untilNanos - clock.getAsLong()) {
      if (left > SPIN_NANOS) {
        LockSupport.parkNanos(left - SPIN_NANOS);
      } else {
        Thread.onSpinWait();
      }
    }
  }

  private void send(long intendedNanos) {
    inFlight.acquireUninterruptibly();
    requests.apply(intendedNanos).thenAccept(answered -> inFlight.release());
  }

  /** Waits for the answers of all requests that have started. */
  @Override
  public void close() throws InterruptedException {
    ended = true;
    thread.join();
    if (!inFlight.tryAcquire(MOST_IN_FLIGHT, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(
          "%d requests have no answer after %d s"
              .formatted(MOST_IN_FLIGHT - inFlight.availablePermits(), PATIENCE_SECONDS));
    }
  }
}
