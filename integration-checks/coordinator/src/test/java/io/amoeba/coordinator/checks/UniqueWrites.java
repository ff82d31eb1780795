package io.amoeba.coordinator.checks;

import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.redis.RedisServer;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAccumulator;

/**
 * Clients that each write unique values to one server without end, whoever owns the hash slot, and
 * know which writes it acknowledged. Safe for concurrent use.
 */
final class UniqueWrites implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final RedisClient client = RedisClient.create();
  private final WriterThreads threads = new WriterThreads();
  private final Map<RedisServer, ConcurrentLinkedQueue<String>> acknowledged = new HashMap<>();
  private final LongAccumulator longestNanos = new LongAccumulator(Math::max, 0);

  /**
   * Begins to write.
   *
   * @param tag hash tag of the keys
   */
  UniqueWrites(String tag, List<RedisServer> servers) {
    client.setOptions(ClientOptions.builder().autoReconnect(false).build());
    for (RedisServer server : servers) {
      ConcurrentLinkedQueue<String> keys = new ConcurrentLinkedQueue<>();
      acknowledged.put(server, keys);
      RedisCommands<String, String> redis = client.connect(server.uri()).sync();
      String prefix = "{" + tag + "}" + server.node() + "-";
      threads.start("writes-to-" + server.node(), number -> write(redis, prefix + number, keys));
    }
  }

  private void write(
      RedisCommands<String, String> redis, String key, ConcurrentLinkedQueue<String> keys) {
    long begin = System.nanoTime();
    try {
      redis.set(key, "v");
      keys.add(key);
      longestNanos.accumulate(System.nanoTime() - begin);
    } catch (RedisException e) {
      Thread.onSpinWait(); // MOVED from a replica, or not acknowledged
    }
  }

  /** Waits until this server has acknowledged so many further writes. */
  void awaitMore(RedisServer server, int writes) {
    int enough = of(server).size() + writes;
    await().atMost(PATIENCE).until(() -> of(server).size() >= enough);
  }

  /** Ends the writing. Those writes, of all that were acknowledged, that a server has not. */
  Set<String> lostBy(RedisServer owner) throws InterruptedException {
    threads.end();
    Set<String> lost = new HashSet<>();
    acknowledged.values().forEach(lost::addAll);
    try (StatefulRedisConnection<String, String> connection = client.connect(owner.uri())) {
      connection.sync().keys("*").forEach(lost::remove);
    }
    return lost;
  }

  /** How long the slowest acknowledged write took. */
  long longestWaitMillis() {
    return TimeUnit.NANOSECONDS.toMillis(longestNanos.get());
  }

  private ConcurrentLinkedQueue<String> of(RedisServer server) {
    ConcurrentLinkedQueue<String> keys = acknowledged.get(server);
    if (keys == null) {
      throw new IllegalArgumentException("no writer for " + server.address());
    }
    return keys;
  }

  @Override
  public void close() {
    threads.close();
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }
}
