package io.amoeba.linearroad.job.history;

import io.lettuce.core.RedisFuture;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Keeps a bounded number of requests to Redis under way. Confined to one thread. */
final class RequestWindow {
  private static final int MOST_UNDER_WAY = 2_000;
  private static final long TIMEOUT_SECONDS = 60;

  private final Queue<RedisFuture<?>> underWay = new ArrayDeque<>();

  void add(RedisFuture<?> request) {
    underWay.add(request);
    if (underWay.size() >= MOST_UNDER_WAY) {
      await(underWay.remove());
    }
  }

  void awaitAll() {
    while (!underWay.isEmpty()) {
      await(underWay.remove());
    }
  }

  private static void await(RedisFuture<?> request) {
    try {
      request.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "Redis did not take a row of the history within "
              + TIMEOUT_SECONDS
              + " s: check that all nodes of the cluster are up",
          e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("Redis refused a row of the history: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while loading the history", e);
    }
  }
}
