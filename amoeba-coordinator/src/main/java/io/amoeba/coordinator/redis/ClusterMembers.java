package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.lettuce.core.RedisException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Who is in a Redis Cluster, by what one of its nodes says. Stateless. */
final class ClusterMembers {

  private ClusterMembers() {}

  /**
   * What the first node says that is a member and not cut off.
   *
   * @throws IllegalStateException if there is none; the message says why of each
   */
  static List<KnownServer> told(NodeConnections connections, Collection<ServerAddress> candidates) {
    List<String> reasons = new ArrayList<>();
    for (ServerAddress node : candidates) {
      try {
        ClusterNodes nodes =
            ClusterNodes.parse(connections.connect(node).sync().clusterNodes(), node.host());
        if (nodes.seesMajority()) {
          connections.learn(nodes.servers());
          return nodes.servers();
        }
        reasons.add(node + ": it serves no hash slot of a cluster, or sees most primaries fail");
      } catch (RedisException | IllegalArgumentException | UncheckedIOException e) {
        connections.disconnect(node);
        reasons.add(node + ": " + RedisLogin.rootMessage(e));
      }
    }
    throw new IllegalStateException(
        "no node of the Redis Cluster lists the others: " + String.join("; ", reasons));
  }

  /** Where those are that can be connected to. */
  static Set<ServerAddress> addresses(List<KnownServer> servers) {
    Set<ServerAddress> addresses = new LinkedHashSet<>();
    servers.stream()
        .filter(KnownServer::hasAddress)
        .forEach(server -> addresses.add(server.address()));
    return addresses;
  }
}
