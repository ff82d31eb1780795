package io.amoeba.experiments.freshreads;

import io.amoeba.experiments.Waiting;
import io.amoeba.staleness.Acknowledgements;
import io.lettuce.core.RedisException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;

/**
 * The readers of the paper's S workload, on the way of the reads that are measured. An answer is as
 * stale as the time since the next number was acknowledged; both moments are those of one clock.
 * Safe for concurrent use.
 */
final class StampReaders implements AutoCloseable {
  private static final int READERS = 2;
  private static final long INTERVAL_MILLIS = 5;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration POLL = Duration.ofMillis(5);
  private static final long MOST_MICROS = TimeUnit.MINUTES.toMicros(20);
  private static final double MICROS_PER_MILLI = 1e3;

  private final ReadPath path;
  private final Acknowledgements writes;
  private final long boundNanos;
  private final AtomicInteger inFlight = new AtomicInteger();
  private final ScheduledExecutorService scheduler =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "stamp-readers"));

  /** When the last callback of a thread ended. */
  private final ThreadLocal<long[]> lastEnd = ThreadLocal.withInitial(() -> new long[] {0});

  // Guarded by this.
  private final Histogram staleMicros = new Histogram(MOST_MICROS, 3);
  private long overBound;

  StampReaders(ReadPath path, Acknowledgements writes, Duration bound) {
    this.path = path;
    this.writes = writes;
    this.boundNanos = bound.toNanos();
  }

  StampReaders start() {
    for (int reader = 0; reader < READERS; reader++) {
      int client = reader;
      var unused =
          scheduler.scheduleAtFixedRate(
              () -> read(client), reader, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
    }
    return this;
  }

  /** Reads unless so many wait already that the servers cannot keep up. */
  private void read(int client) {
    if (inFlight.get() >= Clients.MOST) {
      return;
    }
    inFlight.incrementAndGet();
    long sentNanos = System.nanoTime();
    try {
      path.read(client, StampWriter.KEY, server -> server.get(StampWriter.KEY))
          .whenComplete(
              (reply, error) -> {
                if (error == null && reply.value() != null) {
                  judge(Integer.parseInt(reply.value()), reply.fromReplica(), sentNanos);
                }
                inFlight.decrementAndGet();
              });
    } catch (RedisException e) {
      inFlight.decrementAndGet(); // There is no connection.
    }
  }

  /*
   * The process may have been paused between the hand-over of the answer and its callback. The
   * hand-over came after the read was sent, and after the callback that the thread ran before. So an
   * answer that is judged over the bound at that moment was over it, whatever happened since.
   */
  private void judge(int number, boolean fromReplica, long sentNanos) {
    long[] end = lastEnd.get();
    long handedOver = end[0] == 0 || end[0] - sentNanos < 0 ? sentNanos : end[0];
    record(number, fromReplica, handedOver);
    end[0] = System.nanoTime();
  }

  /**
   * Judges an answer.
   *
   * @param handedOverNanos not after the hand-over
   */
  synchronized void record(int number, boolean fromReplica, long handedOverNanos) {
    long staleNanos = fromReplica ? writes.staleNanos(number, handedOverNanos) : 0;
    staleMicros.recordValue(Math.min(MOST_MICROS, staleNanos / 1_000));
    overBound += staleNanos > boundNanos ? 1 : 0;
  }

  /** Forgets what was judged before. */
  synchronized void begin() {
    staleMicros.reset();
    overBound = 0;
  }

  /** Since {@link #begin}; answers of the primary count as fresh. */
  synchronized Map<String, Double> figures() {
    return Map.of(
        "sReads",
        (double) staleMicros.getTotalCount(),
        "overBound",
        (double) overBound,
        "worstStaleMillis",
        staleMicros.getMaxValue() / MICROS_PER_MILLI,
        "p80StaleMillis",
        staleMicros.getValueAtPercentile(80) / MICROS_PER_MILLI);
  }

  @Override
  public void close() {
    scheduler.shutdown();
    boolean ended = Waiting.upTo(PATIENCE, POLL, () -> inFlight.get() == 0);
    if (!ended) {
      throw new IllegalStateException(
          "%d reads have no answer after %d s".formatted(inFlight.get(), PATIENCE.toSeconds()));
    }
  }
}
