package io.amoeba.experiments.leadership;

import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Processes of this machine, which share its CPUs. Closing ends them. */
final class ProcessGroup implements Group {
  private static final int PRIMARIES = 3;
  private static final int MEGABYTES = 64;

  private final EmbeddedCluster cluster;
  private final RedisClient client = RedisClient.create();
  private final List<GroupServer> servers = new ArrayList<>();
  private final List<GroupServer> voters = new ArrayList<>();

  private ProcessGroup(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** Starts the servers. */
  static ProcessGroup start(LeadershipOptions options, LeadershipMode.Setup setup) {
    Map<String, String> lines = new HashMap<>(options.serverOptions(setup));
    lines.put("cluster-node-timeout", String.valueOf(NODE_TIMEOUT_MILLIS));
    ProcessGroup group =
        new ProcessGroup(
            EmbeddedCluster.builder()
                .nodes(PRIMARIES)
                .spareNodes(options.replicas())
                .redis(new RedisSettings(MEGABYTES + options.mebibytes(), lines))
                .start());
    boolean started = false;
    try {
      RedisServer primary = group.cluster.redis().server(1);
      group.servers.add(group.connected(primary));
      for (int voter = 2; voter <= PRIMARIES; voter++) {
        group.voters.add(group.connected(group.cluster.redis().server(voter)));
      }
      for (int replica = 1; replica <= options.replicas(); replica++) {
        group.servers.add(
            group.connected(group.cluster.redis().startReplica(PRIMARIES + replica, primary)));
      }
      started = true;
      return group;
    } finally {
      if (!started) {
        group.close();
      }
    }
  }

  private GroupServer connected(RedisServer server) {
    return new GroupServer(
        "server " + server.node(), server.uri(), client.connect(server.uri()).sync());
  }

  @Override
  public GroupServer primary() {
    return servers.get(0);
  }

  @Override
  public GroupServer candidate() {
    return servers.get(1);
  }

  @Override
  public List<GroupServer> servers() {
    return List.copyOf(servers);
  }

  @Override
  public List<GroupServer> voters() {
    return List.copyOf(voters);
  }

  @Override
  public RedisClusterClient newClient() {
    List<RedisURI> addresses = cluster.redis().servers().stream().map(RedisServer::uri).toList();
    return RedisClusterClient.create(addresses);
  }

  @Override
  public void limit() {
    // Nothing but containers limits processes.
  }

  @Override
  public void unlimit() {
    // Nothing but containers limits processes.
  }

  @Override
  public void kill(GroupServer server) {
    cluster.redis().server(nodeOf(server)).process().kill();
  }

  @Override
  public void restart(GroupServer server) {
    cluster.redis().startNode(nodeOf(server));
  }

  private int nodeOf(GroupServer server) {
    return cluster.redis().servers().stream()
        .filter(one -> one.uri().equals(server.address()))
        .findFirst()
        .orElseThrow()
        .node();
  }

  @Override
  public void backUp(GroupServer server) {
    throw new IllegalArgumentException("a backup needs another container: use containers");
  }

  @Override
  public void close() {
    try {
      client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    } finally {
      cluster.close();
    }
  }
}
