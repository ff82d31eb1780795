package io.amoeba.experiments.loops;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;

/**
 * So many requests in flight until closed: each answer starts the next request. Safe for concurrent
 * use.
 */
public final class ClosedLoop implements RequestLoop {
  private static final long PAUSE_AFTER_ERROR_MILLIS = 10;
  private static final long PATIENCE_SECONDS = 60;

  private final LongFunction<CompletionStage<Boolean>> requests;
  private final CountDownLatch inFlight;
  private volatile boolean ended;

  /**
   * Starts the first requests.
   *
   * @param requests sends one; takes its start by {@link System#nanoTime}, and tells, without an
   *     error in any case, whether it was answered
   */
  public ClosedLoop(int inFlight, LongFunction<CompletionStage<Boolean>> requests) {
    this.requests = requests;
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
        .apply(System.nanoTime())
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
