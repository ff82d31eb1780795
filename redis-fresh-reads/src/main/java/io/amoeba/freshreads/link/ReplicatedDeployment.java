package io.amoeba.freshreads.link;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.models.role.RedisInstance;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One primary with its replicas, without cluster mode: one shard, which has all keys. Each server
 * is asked for its ROLE, every second and when heartbeats find no primary. Safe for concurrent use.
 */
public final class ReplicatedDeployment implements Deployment {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicatedDeployment.class);
  private static final long REFRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final RedisClient client;
  private final Map<RedisURI, AskedServer> servers = new LinkedHashMap<>();
  private volatile PrimaryByRole known;

  private ReplicatedDeployment(
      RedisClient client, NodeConnector connector, List<RedisURI> nodes, PrimaryByRole known) {
    this.client = client;
    this.known = known;
    for (RedisURI node : nodes) {
      servers.put(node, new AskedServer(connector, node));
    }
  }

  /**
   * Asks each server for its role, and waits for the answers.
   *
   * @return null if none of them is a primary
   */
  public static @Nullable ReplicatedDeployment open(
      RedisClient client, NodeConnector connector, List<RedisURI> nodes) {
    Map<RedisURI, RedisInstance> roles = new ConcurrentHashMap<>();
    List<CompletableFuture<?>> asked = new ArrayList<>();
    for (RedisURI node : nodes) {
      asked.add(
          connector
              .connect(StringCodec.ASCII, node)
              .thenCompose(
                  connection ->
                      AskedServer.role(connection)
                          .whenComplete(
                              (told, failure) -> {
                                var unused = connection.closeAsync();
                              }))
              .thenAccept(role -> roles.put(node, role))
              .toCompletableFuture()
              .exceptionally(ReplicatedDeployment::tellsNothing));
    }
    CompletableFuture.allOf(asked.toArray(new CompletableFuture<?>[0])).join();
    PrimaryByRole primary = PrimaryByRole.of(nodes, roles, null);
    return primary == null ? null : new ReplicatedDeployment(client, connector, nodes, primary);
  }

  private static @Nullable Void tellsNothing(Throwable failure) {
    return null;
  }

  @Override
  public Topology topology() {
    PrimaryByRole now = known;
    return Topology.replicated(
        now.primary(), now.isAlone() ? List.copyOf(servers.keySet()) : List.of(now.primary()));
  }

  @Override
  public CompletionStage<?> refresh() {
    long nowNanos = System.nanoTime();
    return CompletableFuture.allOf(
            servers.values().stream()
                .map(server -> server.ask(nowNanos))
                .toArray(CompletableFuture<?>[]::new))
        .thenRun(this::learn);
  }

  /** Of a server that could not be asked yet nobody knows whether it is the primary. */
  private void learn() {
    if (servers.values().stream().anyMatch(AskedServer::isUnasked)) {
      return;
    }
    Map<RedisURI, RedisInstance> roles = new HashMap<>();
    servers.forEach(
        (node, server) -> {
          RedisInstance role = server.role();
          if (role != null) {
            roles.put(node, role);
          }
        });
    PrimaryByRole former = known;
    PrimaryByRole next = PrimaryByRole.of(List.copyOf(servers.keySet()), roles, former);
    if (next == null) {
      return;
    }
    known = next;
    if (former.isAlone() && !next.isAlone()) {
      LOG.warn(
          "Fresh reads: more than one server says that it is the primary, and they have equally many"
              + " replicas; reads stay on {}. Let one of them follow the other with REPLICAOF",
          Topology.address(next.primary()));
    } else if (!former.primary().equals(next.primary())) {
      LOG.info("Fresh reads: {} is the primary now", Topology.address(next.primary()));
    }
  }

  @Override
  public long refreshNanos() {
    return REFRESH_NANOS;
  }

  /** Nothing but {@link #refresh} finds changes. */
  @Override
  public void onChange(Runnable listener) {}

  @Override
  public <K, V> PrimaryCommands<K, V> primaries(
      RedisCodec<K, V> codec,
      Function<StatefulConnection<K, V>, RedisClusterAsyncCommands<K, V>> reading) {
    return ReplicatedPrimary.connect(client, codec, reading, known.primary());
  }

  @Override
  public void close() {
    servers.values().forEach(AskedServer::close);
  }
}
