package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.monitor.ServerAddress;
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
  static List<ClusterNodesLine> told(
      NodeConnections connections, Collection<ServerAddress> candidates) {
    List<String> reasons = new ArrayList<>();
    for (ServerAddress node : candidates) {
      try {
        List<ClusterNodesLine> lines =
            ClusterNodesLine.parse(connections.connect(node).sync().clusterNodes(), node.host());
        List<ClusterNodesLine> owners =
            lines.stream().filter(l -> l.isKnownPrimary() && !l.hashSlots().isEmpty()).toList();
        if (owners.stream().filter(ClusterNodesLine::isFailing).count() * 2 < owners.size()) {
          return lines;
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

  /** Where nodes are that have been greeted. */
  static Set<ServerAddress> addresses(List<ClusterNodesLine> lines) {
    Set<ServerAddress> addresses = new LinkedHashSet<>();
    lines.stream()
        .filter(l -> !l.flags().contains("noaddr") && !l.flags().contains("handshake"))
        .forEach(l -> addresses.add(l.address()));
    return addresses;
  }
}
