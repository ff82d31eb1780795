package io.amoeba.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for requests to Redis. Stateless. */
final class Requests {
  /*
   * A redirected command, or one that had to wait for a new connection, is queued again after the
   * flush; with automatic flushing off nobody would ever send it. So waiting flushes from time to
   * time. The first interval is above a usual round trip and below a noticeable delay.
   */
  private static final long FLUSH_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private Requests() {}

  static void await(
      List<? extends Future<?>> requests, Duration timeout, Runnable flush, String target) {
    long deadline = System.nanoTime() + timeout.toNanos();
    for (int i = 0; i < requests.size(); i++) {
      Future<?> request = requests.get(i);
      while (!finished(request, Math.min(FLUSH_NANOS, deadline - System.nanoTime()), target)) {
        if (deadline - System.nanoTime() <= 0) {
          throw new RedisAccessException(unfinished(requests, timeout, target));
        }
        flush.run();
      }
    }
  }

  private static boolean finished(Future<?> request, long nanos, String target) {
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
      List<? extends Future<?>> requests, Duration timeout, String target) {
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
