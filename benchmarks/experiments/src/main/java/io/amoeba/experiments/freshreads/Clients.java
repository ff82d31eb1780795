package io.amoeba.experiments.freshreads;

import io.amoeba.experiments.Waiting;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Closed loops: each client sends a request, waits for its answer, and thinks. Their load can be
 * changed at any time. Safe for concurrent use.
 */
final class Clients implements Traffic {
  static final int MOST = 1_000;

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration POLL = Duration.ofMillis(5);
  private static final long PAUSE_AFTER_ERROR_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private record Work(Load load, ReadLog log) {}

  private final Requests requests;
  private final long thinkNanos;
  private final AtomicIntegerArray busy = new AtomicIntegerArray(MOST);
  private final AtomicInteger all = new AtomicInteger();
  private final ScheduledExecutorService scheduler =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "clients"));
  private volatile Work work = new Work(Load.NONE, new ReadLog(Duration.ZERO));

  /**
   * Without load at first.
   *
   * @param think mean time between an answer and the next request
   */
  Clients(Requests requests, Duration think) {
    this.requests = requests;
    this.thinkNanos = think.toNanos();
  }

  @Override
  public void become(Load load, ReadLog log) {
    work = new Work(load, log);
    for (int client = 0; client < load.clients(); client++) {
      start(client);
    }
  }

  private void start(int client) {
    if (busy.compareAndSet(client, 0, 1)) {
      all.incrementAndGet();
      next(client, 0);
    }
  }

  private void next(int client, long pauseNanos) {
    // Different times: clients that think equally long would come in crowds.
    long thought = (long) (2 * thinkNanos * ThreadLocalRandom.current().nextDouble());
    var unused = scheduler.schedule(() -> send(client), thought + pauseNanos, TimeUnit.NANOSECONDS);
  }

  private void send(int client) {
    Work now = work;
    if (client >= now.load().clients()) {
      busy.set(client, 0);
      all.decrementAndGet();
      if (client < work.load().clients()) {
        start(client); // The load has risen meanwhile.
      }
      return;
    }
    requests
        .send(client, now.load().workload(), now.log())
        .whenComplete(
            (done, error) -> {
              if (error != null) {
                now.log().failed(error);
              }
              next(client, error == null ? 0 : PAUSE_AFTER_ERROR_NANOS);
            });
  }

  /** Waits for the answers of all requests in flight. */
  @Override
  public void close() {
    work = new Work(Load.NONE, work.log());
    boolean ended = Waiting.upTo(PATIENCE, POLL, () -> all.get() == 0);
    scheduler.shutdownNow();
    if (!ended) {
      throw new IllegalStateException(
          "%d requests have no answer after %d s".formatted(all.get(), PATIENCE.toSeconds()));
    }
  }
}
