package io.amoeba.coordinator.checks;

import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.sync.RedisAdvancedClusterCommands;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * Clients that each increase a counter of one hash slot without end. The answer to an acknowledged
 * increment exceeds the answer before by one, or acknowledged writes were lost in between. Safe for
 * concurrent use.
 */
final class CountedWrites implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final RedisClusterClient client;
  private final WriterThreads threads = new WriterThreads();
  private final LongAdder acknowledged = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder lost = new LongAdder();
  private final LongAccumulator longestNanos = new LongAccumulator(Math::max, 0);

  /**
   * Begins to write.
   *
   * @param tag hash tag of the counters
   */
  CountedWrites(RedisURI node, String tag, int clients) {
    client = RedisClusterClient.create(node);
    client.setOptions(AcknowledgedWrites.quickRefresh());
    for (int i = 0; i < clients; i++) {
      String counter = "{" + tag + "}count-" + i;
      RedisAdvancedClusterCommands<String, String> redis = client.connect().sync();
      AtomicLong last = new AtomicLong();
      threads.start("counts-" + tag + "-" + i, number -> increase(redis, counter, last));
    }
  }

  private void increase(
      RedisAdvancedClusterCommands<String, String> redis, String counter, AtomicLong last) {
    long begin = System.nanoTime();
    try {
      long value = redis.incr(counter);
      longestNanos.accumulate(System.nanoTime() - begin);
      lost.add(Math.max(0, last.get() + 1 - value));
      last.set(value);
      acknowledged.increment();
    } catch (RedisException e) {
      refused.increment(); // or not acknowledged: it may have happened or not
    }
  }

  /** Waits until so many further writes have been acknowledged. */
  void awaitMore(long writes) {
    long enough = acknowledged.sum() + writes;
    await().atMost(PATIENCE).until(() -> acknowledged.sum() >= enough);
  }

  /** The slowest acknowledged write since the last call. */
  Duration longest() {
    return Duration.ofNanos(longestNanos.getThenReset());
  }

  long acknowledged() {
    return acknowledged.sum();
  }

  long refused() {
    return refused.sum();
  }

  /** Acknowledged writes that were lost, of those before the last acknowledged one. */
  long lost() {
    return lost.sum();
  }

  @Override
  public void close() {
    threads.close();
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }
}
