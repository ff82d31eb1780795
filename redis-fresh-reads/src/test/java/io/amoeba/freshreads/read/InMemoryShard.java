package io.amoeba.freshreads.read;

import io.amoeba.freshreads.FreshReadsConfig;
import io.amoeba.freshreads.link.ClusterDeployment;
import io.amoeba.freshreads.link.CommandRules;
import io.amoeba.freshreads.link.LinkSettings;
import io.amoeba.freshreads.link.NodeConnector;
import io.amoeba.freshreads.proof.Heartbeat;
import io.amoeba.freshreads.shard.HeartbeatKeys;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.protocol.ReadOnlyCommands;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * A primary with a replica in memory, which has all hash slots, and a router that reads them.
 * Confined to the test's thread.
 */
@SuppressWarnings("NullAway.Init") // open sets the router
final class InMemoryShard implements AutoCloseable {
  private static final int REPLICA_PORT = 6380;
  private static final String NODES =
      """
      p 127.0.0.1:6379@16379 myself,master - 0 1 1 connected 0-16383
      r 127.0.0.1:6380@16380 slave p 0 1 1 connected
      """;

  private final RedisClusterClient client =
      RedisClusterClient.create(RedisURI.create("127.0.0.1", 6379));
  private final InMemoryNode primary = new InMemoryNode();
  private final InMemoryNode fallback = new InMemoryNode();
  private final AtomicInteger troubles = new AtomicInteger();
  private InMemoryNode replica = new InMemoryNode();
  private ReadRouter<String, String> router;

  /** Opens a router over the nodes, and lets it connect. */
  ReadRouter<String, String> open(FreshReadsConfig config) {
    client.setPartitions(ClusterPartitionParser.parse(NODES));
    LinkSettings<String, String> links =
        new LinkSettings<>(
            new ToInMemoryNodes(),
            StringCodec.UTF8,
            new Heartbeat("process"),
            new CommandRules(ReadOnlyCommands.asPredicate(), config.absentFromReplica()),
            /* clusterMode= */ true);
    RedisClusterAsyncCommands<String, String> primaries = links.onPrimaries(fallback.connection());
    router =
        new ReadRouter<>(
            new ReadSettings<>(config, links, troubles::incrementAndGet),
            () -> primaries,
            new HeartbeatKeys("amoeba:fresh:", "process", SlotHash::getSlot));
    router.follow(new ClusterDeployment(client).topology());
    router.tick();
    return router;
  }

  private final class ToInMemoryNodes implements NodeConnector {
    @Override
    @SuppressWarnings("unchecked") // all codecs of these tests are text
    public <K, V> CompletionStage<StatefulRedisConnection<K, V>> connect(
        RedisCodec<K, V> codec, RedisURI node) {
      InMemoryNode to = node.getPort() == REPLICA_PORT ? replica : primary;
      return CompletableFuture.completedFuture((StatefulRedisConnection<K, V>) to.connection());
    }

    @Override
    public ClientOptions options() {
      return ClientOptions.create();
    }
  }

  /** The one that takes heartbeats. */
  InMemoryNode primary() {
    return primary;
  }

  InMemoryNode replica() {
    return replica;
  }

  /** What lettuce's own way leads to. */
  InMemoryNode fallback() {
    return fallback;
  }

  /** The next connection to the replica leads to another process. */
  InMemoryNode replaceReplica() {
    replica = new InMemoryNode();
    return replica;
  }

  /** How often the topology was asked for. */
  int troubles() {
    return troubles.get();
  }

  /** Lets the timer's work be done until something holds. */
  void tickUntil(BooleanSupplier condition) {
    router.tick();
    while (!condition.getAsBoolean()) {
      Thread.onSpinWait();
      router.tick();
    }
  }

  @Override
  public void close() {
    router.close();
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }
}
