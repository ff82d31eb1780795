package io.amoeba.experiments.freshreads;

import io.amoeba.experiments.Waiting;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Closed loops without a pause, each on a thread of its own that waits for its answer, as those of
 * an application that blocks. Safe for concurrent use.
 */
final class ClientThreads implements Traffic {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration END = PATIENCE.multipliedBy(2);
  private static final Duration PAUSE_AFTER_ERROR = Duration.ofMillis(50);

  private final Requests requests;

  // Guarded by this.
  private @Nullable Loops running;

  ClientThreads(Requests requests) {
    this.requests = requests;
  }

  @Override
  public synchronized void become(Load load, ReadLog log) {
    if (running != null) {
      running.end();
    }
    running = new Loops(load, log);
    running.start();
  }

  @Override
  public synchronized void close() {
    if (running != null) {
      running.end();
      running = null;
    }
  }

  /** The loops of one load. */
  private final class Loops {
    private final Load load;
    private final ReadLog log;
    private final ExecutorService threads =
        Executors.newCachedThreadPool(task -> new Thread(task, "client"));
    private volatile boolean ended;

    Loops(Load load, ReadLog log) {
      this.load = load;
      this.log = log;
    }

    void start() {
      for (int client = 0; client < load.clients(); client++) {
        int number = client;
        threads.execute(() -> loop(number));
      }
    }

    private void loop(int client) {
      while (!ended) {
        try {
          requests
              .send(client, load.workload(), log)
              .toCompletableFuture()
              .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
          log.failed(e);
          Waiting.pause(PAUSE_AFTER_ERROR);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }

    void end() {
      ended = true;
      threads.shutdown();
      try {
        if (!threads.awaitTermination(END.toMillis(), TimeUnit.MILLISECONDS)) {
          throw new IllegalStateException(
              "A request has no answer after %d s".formatted(END.toSeconds()));
        }
      } catch (InterruptedException e) {
        threads.shutdownNow();
        Thread.currentThread().interrupt();
        throw new IllegalStateException("The experiment was interrupted", e);
      }
    }
  }
}
