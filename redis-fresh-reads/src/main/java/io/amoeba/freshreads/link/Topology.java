package io.amoeba.freshreads.link;

import io.amoeba.freshreads.shard.Node;
import io.amoeba.freshreads.shard.Shard;
import io.amoeba.freshreads.shard.ShardTable;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;
import io.lettuce.core.models.role.RedisNodeDescription;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The shards with the addresses and credentials of their nodes. Immutable. */
public final class Topology {
  private final List<Shard> shards;
  private final Map<Node, RedisURI> uris;

  private Topology(List<Shard> shards, Map<Node, RedisURI> uris) {
    this.shards = List.copyOf(shards);
    this.uris = Map.copyOf(uris);
  }

  /** Of the nodes that lettuce knows. */
  static Topology of(Iterable<RedisClusterNode> nodes, NodeUris nodeUris) {
    Map<Node, RedisURI> uris = new HashMap<>();
    Map<String, List<Node>> replicas = new HashMap<>();
    for (RedisClusterNode node : nodes) {
      if (node.getSlaveOf() != null && isUsable(node)) {
        replicas
            .computeIfAbsent(node.getSlaveOf(), id -> new ArrayList<>())
            .add(known(node, uris, nodeUris));
      }
    }
    // lettuce sorts nodes by latency, which changes.
    replicas.values().forEach(list -> list.sort(Comparator.comparing(Node::id)));
    List<Shard> shards = new ArrayList<>();
    for (RedisClusterNode node : nodes) {
      if (node.getRole().isUpstream() && !node.hasNoSlots()) {
        BitSet hashSlots = new BitSet();
        node.forEachSlot(hashSlots::set);
        shards.add(
            new Shard(
                known(node, uris, nodeUris),
                replicas.getOrDefault(node.getNodeId(), List.of()),
                hashSlots));
      }
    }
    return new Topology(shards, uris);
  }

  /** Whether a replica can be read, as far as the cluster knows. */
  public static boolean isUsable(RedisNodeDescription node) {
    if (!(node instanceof RedisClusterNode)) {
      return true;
    }
    RedisClusterNode known = (RedisClusterNode) node;
    return !known.is(NodeFlag.FAIL) && !known.is(NodeFlag.NOADDR) && !known.is(NodeFlag.HANDSHAKE);
  }

  /** {@code host:port}, as {@link Node#address} has it. */
  public static String address(RedisURI uri) {
    String host = uri.getHost() == null ? "" : uri.getHost();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + uri.getPort();
  }

  /** Of a primary and other servers, without cluster mode. */
  static Topology replicated(RedisURI primary, List<RedisURI> all) {
    Map<Node, RedisURI> uris = new LinkedHashMap<>();
    for (RedisURI uri : all) {
      String address = address(uri);
      uris.put(new Node(address, address), uri);
    }
    Node first = new Node(address(primary), address(primary));
    List<Node> replicas = new ArrayList<>(uris.keySet());
    replicas.remove(first);
    BitSet hashSlots = new BitSet();
    hashSlots.set(0, ShardTable.HASH_SLOTS);
    return new Topology(List.of(new Shard(first, replicas, hashSlots)), uris);
  }

  private static Node known(RedisClusterNode node, Map<Node, RedisURI> uris, NodeUris nodeUris) {
    Node known = new Node(node.getNodeId(), address(node.getUri()));
    uris.put(known, nodeUris.uri(node.getUri()));
    return known;
  }

  public List<Shard> shards() {
    return shards;
  }

  /** Primaries and usable replicas. */
  Set<Node> nodes() {
    return uris.keySet();
  }

  /** Where to connect, with credentials and TLS. */
  public RedisURI uri(Node node) {
    RedisURI uri = uris.get(node);
    if (uri == null) {
      throw new IllegalArgumentException(node + " is not part of this topology");
    }
    return uri;
  }

  /** Whether any shard has a replica. */
  public boolean hasReplicas() {
    return shards.stream().anyMatch(shard -> !shard.replicas().isEmpty());
  }
}
