package io.amoeba.redis;

import io.amoeba.partitioner.placement.HashSlot;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.models.role.RedisNodeDescription;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which hash slots have their primary on the own host. Rebuilt as a whole on each change of the
 * cluster; a lookup is one volatile read. Safe for concurrent use.
 */
final class LocalityTable {
  private final LocalHosts localHosts;
  private volatile boolean[] local = new boolean[HashSlot.COUNT];

  /** Of the primaries of the last rebuilding, by id. */
  private volatile Map<String, String> hosts = Map.of();

  LocalityTable(LocalHosts localHosts) {
    this.localHosts = localHosts;
  }

  boolean isLocal(int hashSlot) {
    return local[hashSlot];
  }

  /** Whether the table is of primaries on these hosts. */
  boolean knows(Iterable<RedisClusterNode> nodes) {
    return hosts.equals(hostsOfPrimaries(nodes));
  }

  synchronized void rebuild(Iterable<RedisClusterNode> nodes) {
    boolean[] next = new boolean[HashSlot.COUNT];
    Map<String, Boolean> known = new HashMap<>();
    for (RedisClusterNode node : nodes) {
      if (isPrimary(node) && known.computeIfAbsent(node.getUri().getHost(), localHosts::contains)) {
        mark(next, node.getSlots());
      }
    }
    local = next;
    hosts = hostsOfPrimaries(nodes);
  }

  private static Map<String, String> hostsOfPrimaries(Iterable<RedisClusterNode> nodes) {
    Map<String, String> found = new HashMap<>();
    for (RedisClusterNode node : nodes) {
      if (isPrimary(node)) {
        found.put(node.getNodeId(), node.getUri().getHost());
      }
    }
    return found;
  }

  private static boolean isPrimary(RedisNodeDescription node) {
    return node.getRole().isUpstream();
  }

  private static void mark(boolean[] table, List<Integer> hashSlots) {
    for (int hashSlot : hashSlots) {
      table[hashSlot] = true;
    }
  }
}
