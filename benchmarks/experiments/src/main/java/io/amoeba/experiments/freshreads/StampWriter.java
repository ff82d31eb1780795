package io.amoeba.experiments.freshreads;

import io.amoeba.staleness.Acknowledgements;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The writer of the paper's S workload: writes rising numbers to one key, each after the one before
 * was acknowledged, until it is closed. Safe for concurrent use.
 */
final class StampWriter implements AutoCloseable {
  static final String KEY = "stamp";

  private static final long INTERVAL_MILLIS = 5;

  private final RedisClusterAsyncCommands<String, String> writes;
  private final Acknowledgements acknowledgements = new Acknowledgements();
  private final ScheduledExecutorService scheduler =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "stamp-writer"));
  private volatile boolean closed;

  StampWriter(RedisClusterAsyncCommands<String, String> writes) {
    this.writes = writes;
  }

  StampWriter start() {
    scheduler.execute(() -> write(1));
    return this;
  }

  Acknowledgements acknowledgements() {
    return acknowledgements;
  }

  private void write(int number) {
    try {
      writes
          .set(KEY, Integer.toString(number))
          .whenComplete(
              (done, error) -> {
                if (error == null) {
                  acknowledgements.acknowledge(number, System.nanoTime());
                }
                writeLater(number + 1);
              });
    } catch (RedisException e) {
      writeLater(number + 1); // There is no connection.
    }
  }

  private void writeLater(int number) {
    if (!closed) {
      var unused = scheduler.schedule(() -> write(number), INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public void close() {
    closed = true;
    scheduler.shutdownNow();
  }
}
