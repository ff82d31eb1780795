package io.amoeba.embedded.redis;

import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The nodes in an answer to CLUSTER NODES. Stateless. */
final class ClusterNodes {
  private ClusterNodes() {}

  static Collection<RedisClusterNode> of(String answer) {
    return ClusterPartitionParser.parse(answer);
  }

  /** The node that answered. */
  static RedisClusterNode own(Collection<RedisClusterNode> nodes) {
    return nodes.stream().filter(node -> node.is(NodeFlag.MYSELF)).findFirst().orElseThrow();
  }

  /** The primary that a replica follows. */
  static RedisClusterNode primaryOf(RedisClusterNode replica, Collection<RedisClusterNode> nodes) {
    return nodes.stream()
        .filter(node -> node.getNodeId().equals(replica.getSlaveOf()))
        .findFirst()
        .orElseThrow();
  }

  /** The epochs of the primaries that have not failed, by id. */
  static Map<String, Long> epochs(String answer) {
    return of(answer).stream()
        .filter(node -> node.getRole().isUpstream() && !node.is(NodeFlag.FAIL))
        .collect(Collectors.toMap(RedisClusterNode::getNodeId, RedisClusterNode::getConfigEpoch));
  }

  /**
   * The replicas of a primary, in the view of the node that answered.
   *
   * @param primary the primary's id
   */
  static List<RedisClusterNode> replicas(String answer, String primary) {
    return of(answer).stream().filter(node -> primary.equals(node.getSlaveOf())).toList();
  }

  /** How many nodes work, including the one that answered. */
  static long connected(String answer) {
    return of(answer).stream()
        .filter(node -> node.isConnected() && !node.is(NodeFlag.HANDSHAKE))
        .filter(node -> !node.is(NodeFlag.FAIL) && !node.is(NodeFlag.EVENTUAL_FAIL))
        .count();
  }
}
