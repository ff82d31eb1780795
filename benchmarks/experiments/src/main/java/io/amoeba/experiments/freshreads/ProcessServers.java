package io.amoeba.experiments.freshreads;

import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.embedded.redis.ServerNetwork;
import io.amoeba.experiments.Waiting;
import io.amoeba.experiments.freshreads.Scenario.Fault;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.MappingSocketAddressResolver;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Processes of this machine, each limited by its one thread. Closing ends them. */
final class ProcessServers implements ReplicatedServers {
  private static final int MEGABYTES = 128;
  private static final Duration CATCHING_UP = Duration.ofMinutes(1);
  private static final Duration POLL = Duration.ofMillis(100);

  private final EmbeddedCluster cluster;
  private final ClientResources resources;
  private final RedisClient client;

  private ProcessServers(EmbeddedCluster cluster, boolean disturbable) {
    this.cluster = cluster;
    this.resources =
        disturbable ? around(cluster.redis().network()) : ClientResources.builder().build();
    this.client = RedisClient.create(resources);
  }

  private static ClientResources around(ServerNetwork network) {
    return ClientResources.builder()
        .socketAddressResolver(MappingSocketAddressResolver.create(network::direct))
        .build();
  }

  /**
   * Starts the servers.
   *
   * @param faults whether {@link #disturb} will be used. Then the writes reach the replicas through
   *     this process, which costs its CPU time
   */
  static ProcessServers start(boolean faults) {
    RedisSettings settings =
        new RedisSettings(
                MEGABYTES,
                Map.of(
                    "cluster-node-timeout", "60000",
                    "repl-timeout", "3600",
                    "hash-max-ziplist-entries", "50000"))
            .withReplicas(REPLICAS);
    RedisSettings all = faults ? settings.withNetwork() : settings;
    return new ProcessServers(EmbeddedCluster.builder().nodes(1).redis(all).start(), faults);
  }

  @Override
  public RedisClusterClient newClient() {
    List<RedisURI> addresses = cluster.redis().servers().stream().map(RedisServer::uri).toList();
    RedisClusterClient created = RedisClusterClient.create(resources, addresses);
    created.setOptions(ReplicatedServers.options());
    return created;
  }

  @Override
  public void limit() {
    // Nothing but containers limits processes.
  }

  private RedisServer last() {
    return cluster.redis().server(1 + REPLICAS);
  }

  @Override
  public void disturb(Fault fault) {
    if (fault == Fault.SLOW_REPLICA) {
      throw new IllegalArgumentException("processes have no limit of CPU time: use containers");
    }
    if (fault == Fault.STALE_REPLICA) {
      cluster.redis().network().link(last()).silence();
    }
  }

  @Override
  public void restore() {
    cluster.redis().network().link(last()).restore();
    try (var replica = client.connect(last().uri());
        var primary = client.connect(cluster.redis().server(1).uri())) {
      boolean caughtUp =
          Waiting.upTo(
              CATCHING_UP,
              POLL,
              () ->
                  ReplicatedServers.isInSync(
                      primary.sync().info("replication"), replica.sync().info("replication")));
      if (!caughtUp) {
        throw new IllegalStateException(
            "The replica still lags %d s after its fault".formatted(CATCHING_UP.toSeconds()));
      }
    }
  }

  @Override
  public String description() {
    return "processes, limited by their one thread";
  }

  @Override
  public void close() {
    try {
      client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    } finally {
      cluster.close();
      var unused = resources.shutdown(0, 2, TimeUnit.SECONDS);
    }
  }
}
