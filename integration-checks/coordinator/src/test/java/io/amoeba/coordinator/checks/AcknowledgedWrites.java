package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.sync.RedisAdvancedClusterCommands;
import io.lettuce.core.internal.HostAndPort;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.MappingSocketAddressResolver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;

/**
 * Clients that add to counters and create keys of some hash slots without end, and know which
 * writes were acknowledged. Safe for concurrent use.
 */
final class AcknowledgedWrites implements AutoCloseable {

  private static final int CLIENTS = 2;

  /** Of a client: fewer than a slow move takes along, or it would never end. */
  private static final long NANOS_BETWEEN_NEW_KEYS = TimeUnit.MILLISECONDS.toNanos(5);

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final ClientResources resources;
  private final RedisClusterClient client;
  private final WriterThreads threads = new WriterThreads();
  private final Map<String, Long> counters = new ConcurrentHashMap<>();
  private final Map<String, String> texts = new ConcurrentHashMap<>();
  private final AtomicLong acknowledged = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();

  /** Begins to write to the hash slots {@code from … to}. */
  AcknowledgedWrites(RedisURI node, int from, int to, int keysPerHashSlot) {
    this(node, UnaryOperator.identity(), from, to, keysPerHashSlot);
  }

  /**
   * The same by other routes than the servers announce.
   *
   * @param way the reachable address of an announced one
   */
  AcknowledgedWrites(
      RedisURI node, UnaryOperator<HostAndPort> way, int from, int to, int keysPerHashSlot) {
    node.setTimeout(Duration.ofSeconds(2));
    resources =
        ClientResources.builder()
            .socketAddressResolver(MappingSocketAddressResolver.create(way))
            .build();
    client = RedisClusterClient.create(resources, node);
    client.setOptions(quickRefresh());
    List<String> tags = tags(from, to, keysPerHashSlot);
    RedisAdvancedClusterCommands<String, String> first = patient();
    for (String tag : tags) {
      counters.put("{" + tag + "}count", first.incr("{" + tag + "}count"));
    }
    for (int i = 0; i < CLIENTS; i++) {
      threads.start("writes-" + i, new Client(client.connect().sync(), i, tags));
    }
  }

  /** Commands that are not clients' writes, which may take longer. */
  private RedisAdvancedClusterCommands<String, String> patient() {
    StatefulRedisClusterConnection<String, String> connection = client.connect();
    connection.setTimeout(PATIENCE);
    return connection.sync();
  }

  /** Learns of owners that have changed within 200 ms. */
  static ClusterClientOptions quickRefresh() {
    return ClusterClientOptions.builder()
        .topologyRefreshOptions(
            ClusterTopologyRefreshOptions.builder()
                .enableAllAdaptiveRefreshTriggers()
                .adaptiveRefreshTriggersTimeout(Duration.ofMillis(200))
                .build())
        .build();
  }

  /** Hash tags of the hash slots {@code from … to}, some of each. */
  static List<String> tags(int from, int to, int each) {
    int[] found = new int[to - from + 1];
    List<String> tags = new ArrayList<>();
    for (int i = 0; tags.size() < found.length * each; i++) {
      String tag = "k" + i;
      int hashSlot = SlotHash.getSlot(tag);
      if (hashSlot >= from && hashSlot <= to && found[hashSlot - from]++ < each) {
        tags.add(tag);
      }
    }
    return tags;
  }

  /** A counter belongs to one client, so that the last acknowledged value is known. */
  private final class Client implements LongConsumer {

    private final RedisAdvancedClusterCommands<String, String> redis;
    private final int number;
    private final List<String> tags;
    private final Random random;
    private long nextNewKey = System.nanoTime();

    Client(RedisAdvancedClusterCommands<String, String> redis, int number, List<String> tags) {
      this.redis = redis;
      this.number = number;
      this.tags = tags;
      random = new Random(number);
    }

    @Override
    public void accept(long write) {
      int index = random.nextInt(tags.size());
      index = index - index % CLIENTS + number;
      if (index >= tags.size()) {
        return;
      }
      String tag = "{" + tags.get(index) + "}";
      try {
        if (System.nanoTime() - nextNewKey >= 0) {
          nextNewKey = System.nanoTime() + NANOS_BETWEEN_NEW_KEYS;
          String key = tag + "new-" + number + "-" + write;
          redis.set(key, "v" + write);
          texts.put(key, "v" + write);
        } else {
          // One that begins anew has lost writes, however often it is raised afterwards.
          counters.merge(tag + "count", redis.incr(tag + "count"), Math::max);
        }
        acknowledged.incrementAndGet();
      } catch (RedisException e) {
        refused.incrementAndGet(); // or not acknowledged: it may have happened or not
      }
    }
  }

  /** Waits until so many further writes have been acknowledged. */
  void awaitMore(long writes) {
    long enough = acknowledged.get() + writes;
    await().atMost(PATIENCE).until(() -> acknowledged.get() >= enough);
  }

  long acknowledged() {
    return acknowledged.get();
  }

  /** Waits until servers refuse everything; how many writes they have acknowledged before. */
  long awaitNoneAcknowledged() {
    long before;
    do {
      before = acknowledged.get();
      awaitRefused(100);
    } while (acknowledged.get() != before);
    return before;
  }

  /** Waits until there are so many keys that were not there in the beginning. */
  void awaitNewKeys(int keys) {
    await().atMost(PATIENCE.multipliedBy(2)).until(() -> texts.size() >= keys);
  }

  /** Waits until so many further ones were refused, or not answered. */
  private void awaitRefused(long writes) {
    long enough = refused.get() + writes;
    await().atMost(PATIENCE).until(() -> refused.get() >= enough);
  }

  /** Ends the writing and checks that every acknowledged write is there. */
  void endAndCheck() throws InterruptedException {
    threads.end();
    client.refreshPartitions();
    RedisAdvancedClusterCommands<String, String> redis = patient();
    for (Map.Entry<String, Long> counter : counters.entrySet()) {
      String value = redis.get(counter.getKey());
      assertThat(value).as(counter.getKey()).isNotNull();
      // Writes that were not acknowledged may have happened, too.
      assertThat(Long.parseLong(value))
          .as(counter.getKey())
          .isGreaterThanOrEqualTo(counter.getValue());
    }
    for (Map.Entry<String, String> text : texts.entrySet()) {
      assertThat(redis.get(text.getKey())).as(text.getKey()).isEqualTo(text.getValue());
    }
  }

  @Override
  public void close() {
    threads.close();
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    var unused = resources.shutdown(0, 2, TimeUnit.SECONDS);
  }
}
