package io.amoeba.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Waits for requests to Redis. Stateless. */
final class Requests {
  /*
   * A redirected command, or one that had to wait for a new connection, is queued again after the
   * flush; with automatic flushing off it would never be sent. So waiting flushes from time to
   * time, every interval above a usual round trip and below a noticeable delay. With automatic
   * flushing nothing waits to be sent.
   */
  private static final long FLUSH_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private Requests() {}

  /**
   * Waits; what is not sent automatically has been flushed once, and {@code flush} does it again.
   */
  static void await(
      List<? extends Future<?>> requests,
      Duration timeout,
      @Nullable Runnable flush,
      Object target) {
    long deadline = System.nanoTime() + timeout.toNanos();
    long interval = flush == null ? Long.MAX_VALUE : FLUSH_NANOS;
    for (int i = 0; i < requests.size(); i++) {
      Future<?> request = requests.get(i);
      while (!finished(request, Math.min(interval, deadline - System.nanoTime()), target)) {
        if (deadline - System.nanoTime() <= 0) {
          throw new RedisAccessException(unfinished(requests, timeout, target));
        }
        if (flush != null) {
          flush.run();
        }
      }
    }
  }

  private static boolean finished(Future<?> request, long nanos, Object target) {
    try {
      request.get(Math.max(nanos, 0), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new RedisAccessException(
          "The " + target + " refused " + request + ": " + e.getCause(), e.getCause());
    } catch (CancellationException e) {
      throw new RedisAccessException(
          "The connection to the " + target + " was closed before the answer to " + request, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RedisAccessException("Interrupted while waiting for the " + target, e);
    }
  }

  private static String unfinished(
      List<? extends Future<?>> requests, Duration timeout, Object target) {
    int open = 0;
    Future<?> first = requests.get(0);
    for (Future<?> request : requests) {
      if (!request.isDone() && open++ == 0) {
        first = request;
      }
    }
    return open
        + " of "
        + requests.size()
        + " requests to the "
        + target
        + " have no answer after "
        + timeout.toMillis()
        + " ms, the first being "
        + first
        + ": check that the node of this key is up and reachable";
  }
}
