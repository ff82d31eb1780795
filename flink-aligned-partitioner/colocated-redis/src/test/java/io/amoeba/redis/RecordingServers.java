package io.amoeba.redis;

import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterPushHandler;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.push.RedisClusterPushListener;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.protocol.ConnectionFacade;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * Two servers behind a connection of lettuce: a primary of all hash slots that never answers, and
 * one that takes over from it. Knows the values of {@code SET}s that were executed. Confined to one
 * thread, on which the steps of others happen at chosen moments.
 */
final class RecordingServers implements RedisChannelWriter {
  static final ClusterPushHandler NO_PUSHES =
      new ClusterPushHandler() {
        @Override
        public void addListener(RedisClusterPushListener listener) {}

        @Override
        public void removeListener(RedisClusterPushListener listener) {}

        @Override
        public Collection<RedisClusterPushListener> getPushListeners() {
          return List.of();
        }
      };

  private static final String SILENT = "silent";

  private final ClientResources resources;
  private final List<String> executed = new ArrayList<>();
  private Partitions topology = primary(SILENT, 1);
  private boolean refuses;
  private CompletableFuture<StatefulRedisConnection<String, String>> connection =
      new CompletableFuture<>();
  private Runnable afterNext = () -> {};
  private Runnable afterEach = () -> {};

  RecordingServers(ClientResources resources) {
    this.resources = resources;
    open();
  }

  private static Partitions primary(String name, int port) {
    Partitions partitions = new Partitions();
    partitions.add(
        new RedisClusterNode(
            RedisURI.create("127.0.0.1", port),
            name,
            true,
            null,
            0,
            0,
            0,
            IntStream.range(0, SlotHash.SLOT_COUNT).boxed().toList(),
            Set.of(RedisClusterNode.NodeFlag.MASTER, RedisClusterNode.NodeFlag.UPSTREAM)));
    partitions.updateCache();
    return partitions;
  }

  /** As the client knows it. */
  Partitions topology() {
    return topology;
  }

  /** The other server takes over; the client learns of it at this moment. */
  void replacePrimary() {
    topology = primary("answering", 2);
  }

  /** What opens connections from now on is not done until {@link #open}. */
  void holdConnections() {
    connection = new CompletableFuture<>();
  }

  /** Opens the connections that are held, and those to come. */
  void open() {
    connection.complete(null);
  }

  /** An attempt to open a connection fails, and the next one is held. */
  void failToOpen() {
    CompletableFuture<StatefulRedisConnection<String, String>> failed = connection;
    connection = new CompletableFuture<>();
    failed.completeExceptionally(new RedisConnectionException("no route to host"));
  }

  CompletableFuture<StatefulRedisConnection<String, String>> connection() {
    return connection;
  }

  /** Whether all servers answer that the cluster is down. */
  void refuse(boolean refuse) {
    refuses = refuse;
  }

  /** A step that happens once, right after the next command has been sent. */
  void afterNext(Runnable step) {
    afterNext = step;
  }

  /** A step that happens whenever a command has been sent. */
  void afterEach(Runnable step) {
    afterEach = step;
  }

  List<String> executed() {
    return executed;
  }

  @Override
  public <K, V, T> RedisCommand<K, V, T> write(RedisCommand<K, V, T> command) {
    if (refuses) {
      command.getOutput().setError("CLUSTERDOWN The cluster is down");
      command.complete();
    } else if (!topology.getPartition(0).getNodeId().equals(SILENT)) {
      executed.add(command.getArgs().toCommandString().replaceAll(".*value<(.*)>", "$1"));
      command.getOutput().set(ByteBuffer.wrap("OK".getBytes(StandardCharsets.US_ASCII)));
      command.complete();
    }
    Runnable step = afterNext;
    afterNext = () -> {};
    step.run();
    afterEach.run();
    return command;
  }

  @Override
  @SuppressWarnings("unchecked")
  public <K, V> Collection<RedisCommand<K, V, ?>> write(
      Collection<? extends RedisCommand<K, V, ?>> commands) {
    commands.forEach(this::write);
    return (Collection<RedisCommand<K, V, ?>>) commands;
  }

  @Override
  public void setConnectionFacade(ConnectionFacade connection) {}

  @Override
  public void setAutoFlushCommands(boolean autoFlush) {}

  @Override
  public void flushCommands() {}

  @Override
  public ClientResources getClientResources() {
    return resources;
  }

  @Override
  public void close() {}

  @Override
  public CompletableFuture<Void> closeAsync() {
    return CompletableFuture.completedFuture(null);
  }
}
