package io.amoeba.freshreads.checks;

import io.amoeba.staleness.Acknowledgements;
import io.lettuce.core.RedisException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Appends rising numbers to the list under each key, one write of a key after the other, and keeps
 * when they were acknowledged. Afterwards the lists tell which writes survived. Closed by its
 * owner.
 */
final class StampWriter implements AutoCloseable {
  /*
   * A write whose outcome is unknown may be executed later, by a server that hung or by lettuce, which
   * sends it again. It must not end behind newer ones, or a reader of the last element would see an
   * older number without any staleness. Hence the script.
   */

  private static final String APPEND =
      "if tonumber(redis.call('LINDEX', KEYS[1], -1) or '0') < tonumber(ARGV[1]) then "
          + "redis.call('RPUSH', KEYS[1], ARGV[1]) return 1 end return 0";
  private static final long INTERVAL_MILLIS = 2;
  private static final Duration TIMEOUT = Duration.ofMillis(800);

  private final StatefulRedisClusterConnection<String, String> connection;
  private final List<Stamps> keys;
  private final ScheduledExecutorService ticker =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "stamp-writer"));

  /** Starts to write. */
  StampWriter(RedisClusterClient client, List<String> keys) {
    connection = client.connect();
    this.keys = keys.stream().map(Stamps::new).toList();
    ticker.scheduleWithFixedDelay(this::tick, 0, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void tick() {
    keys.forEach(Stamps::writeNext);
  }

  /** Acknowledged writes of each key, in the order of the keys. */
  List<Acknowledgements> acknowledged() {
    return keys.stream().map(key -> key.writes).toList();
  }

  /** How many writes were acknowledged. */
  int count() {
    return keys.stream().mapToInt(key -> key.acknowledged.get()).sum();
  }

  /** Whether a write of each key has been acknowledged at or after this moment. */
  boolean isAcknowledgedSince(long nanos) {
    return keys.stream().allMatch(key -> key.writes.isAnySince(nanos));
  }

  /**
   * After {@link #close}: takes back the acknowledgements of writes that are in no list.
   *
   * @return how many were lost
   */
  static int takeBackLost(
      RedisClusterClient client, List<String> keys, List<Acknowledgements> acknowledged) {
    int lost = 0;
    try (StatefulRedisClusterConnection<String, String> reading = client.connect()) {
      for (int key = 0; key < keys.size(); key++) {
        Set<Integer> survived =
            reading.sync().lrange(keys.get(key), 0, -1).stream()
                .map(Integer::valueOf)
                .collect(Collectors.toSet());
        lost += acknowledged.get(key).retain(survived::contains);
      }
    }
    return lost;
  }

  /** Ends the writing; a write in flight is not counted. */
  @Override
  public void close() {
    ticker.shutdown();
    connection.close();
  }

  /** The writes of one key. */
  private final class Stamps {
    private final String key;
    private final Acknowledgements writes = new Acknowledgements();
    private final AtomicBoolean inFlight = new AtomicBoolean();
    private final AtomicInteger acknowledged = new AtomicInteger();
    private int number;

    Stamps(String key) {
      this.key = key;
    }

    void writeNext() {
      if (!inFlight.compareAndSet(false, true)) {
        return;
      }
      int written = ++number;
      append(written)
          .whenComplete(
              (appended, failure) -> {
                if (failure == null && appended == 1) {
                  writes.acknowledge(written, System.nanoTime());
                  acknowledged.incrementAndGet();
                }
                inFlight.set(false);
              });
    }

    private CompletableFuture<Long> append(int written) {
      try {
        return connection
            .async()
            .<Long>eval(
                APPEND, ScriptOutputType.INTEGER, new String[] {key}, Integer.toString(written))
            .toCompletableFuture()
            .orTimeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      } catch (RedisException e) {
        return CompletableFuture.failedFuture(e); // no connection
      }
    }
  }
}
