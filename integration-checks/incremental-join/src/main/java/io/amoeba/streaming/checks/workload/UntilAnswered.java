package io.amoeba.streaming.checks.workload;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Questions of the end, when no node is disturbed any more. Stateless. */
final class UntilAnswered {
  /** On a busy machine nodes take each other for down now and then, for some seconds. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final long RETRY_MILLIS = 200;

  private UntilAnswered() {}

  /** A read that is not answered says nothing about the data: it is asked again. */
  static <T> T ask(Supplier<T> read) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return read.get();
      } catch (RuntimeException e) {
        if (System.nanoTime() - deadline > 0) {
          throw e;
        }
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(RETRY_MILLIS));
    }
  }
}
