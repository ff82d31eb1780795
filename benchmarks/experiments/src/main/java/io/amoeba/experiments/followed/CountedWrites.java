package io.amoeba.experiments.followed;

import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Increments one counter of the shard, one increment after the other: an answer must exceed the one
 * before, or acknowledged writes were lost. Safe for concurrent use.
 */
final class CountedWrites implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration BETWEEN_REFRESHES = Duration.ofMillis(100);

  /** So that it leaves the CPUs to the job. */
  private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double LEAST_GAP_MILLIS = 10;

  private final RedisClusterClient client;
  private final RedisClusterCommands<String, String> commands;
  private final String key;
  private final Acknowledged acknowledged = new Acknowledged();
  private final Thread thread = new Thread(this::write, "counted-writes");
  private volatile boolean over;

  private CountedWrites(List<RedisURI> servers, String key) {
    this.key = key;
    client = RedisClusterClient.create(servers);
    client.setOptions(
        ClusterClientOptions.builder()
            .timeoutOptions(TimeoutOptions.enabled(TIMEOUT))
            .topologyRefreshOptions(
                ClusterTopologyRefreshOptions.builder()
                    .enableAllAdaptiveRefreshTriggers()
                    .adaptiveRefreshTriggersTimeout(BETWEEN_REFRESHES)
                    .build())
            .build());
    commands = client.connect().sync();
  }

  static CountedWrites start(List<RedisURI> servers, String key) {
    CountedWrites writes = new CountedWrites(servers, key);
    writes.thread.setDaemon(true);
    writes.thread.start();
    return writes;
  }

  private void write() {
    while (!over) {
      try {
        acknowledged.answered(commands.incr(key), System.nanoTime());
      } catch (RedisException e) {
        // It may have been executed, and a larger answer is no error.
        acknowledged.failed();
      }
      LockSupport.parkNanos(REST_NANOS);
    }
  }

  Acknowledged acknowledged() {
    return acknowledged;
  }

  /** What is known of a counter with one increment at a time. Safe for concurrent use. */
  static final class Acknowledged {
    private final List<Gap> gaps = new ArrayList<>();
    private long last;
    private long lost;
    private long failed;
    private long lastNanos;

    /** A time without an answer. */
    private record Gap(long endNanos, double millis) {}

    synchronized void answered(long value, long nowNanos) {
      lost += Math.max(0, last + 1 - value);
      last = value;
      double millis = (nowNanos - lastNanos) / NANOS_PER_MILLI;
      if (lastNanos != 0 && millis >= LEAST_GAP_MILLIS) {
        gaps.add(new Gap(nowNanos, millis));
      }
      lastNanos = nowNanos;
    }

    synchronized void failed() {
      failed++;
    }

    synchronized long lost() {
      return lost;
    }

    synchronized long failures() {
      return failed;
    }

    /** The longest time without an answer that ended between two moments; 0: all were short. */
    synchronized double longestMillis(long fromNanos, long toNanos) {
      return gaps.stream()
          .filter(gap -> gap.endNanos >= fromNanos && gap.endNanos <= toNanos)
          .mapToDouble(Gap::millis)
          .max()
          .orElse(0);
    }
  }

  @Override
  public void close() {
    over = true;
    try {
      thread.join(TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }
}
