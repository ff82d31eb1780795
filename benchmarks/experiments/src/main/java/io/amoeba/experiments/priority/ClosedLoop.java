package io.amoeba.experiments.priority;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * So many requests in flight until closed: each answer starts the next request. Safe for concurrent
 * use.
 */
final class ClosedLoop implements AutoCloseable {
  private static final long PAUSE_AFTER_ERROR_MILLIS = 10;
  private static final long PATIENCE_SECONDS = 60;

  private final Requests requests;
  private final AnswerLog log;
  private final CountDownLatch inFlight;
  private volatile boolean ended;

  ClosedLoop(int inFlight, Requests requests, AnswerLog log) {
    this.requests = requests;
    this.log = log;
    this.inFlight = new CountDownLatch(inFlight);
    for (int i = 0; i < inFlight; i++) {
      next();
    }
  }

  private void next() {
    if (ended) {
      inFlight.countDown();
      return;
    }
    requests
        .send(System.nanoTime(), log)
        .thenAccept(
            answered -> {
              if (answered) {
                next();
              } else {
                CompletableFuture.delayedExecutor(PAUSE_AFTER_ERROR_MILLIS, TimeUnit.MILLISECONDS)
                    .execute(this::next);
              }
            });
  }

  /** Waits for the answers of all requests in flight. */
  @Override
  public void close() throws InterruptedException {
    ended = true;
    if (!inFlight.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(
          "%d requests have no answer after %d s".formatted(inFlight.getCount(), PATIENCE_SECONDS));
    }
  }
}
