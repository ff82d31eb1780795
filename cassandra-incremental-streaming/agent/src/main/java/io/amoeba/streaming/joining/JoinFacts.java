package io.amoeba.streaming.joining;

import java.util.List;
import java.util.Set;

/**
 * Conditions of this node, apart from the other nodes, for an incremental join. Immutable.
 *
 * @param partitioner its class
 * @param replacing whether this node takes the place of another one
 * @param survey whether it was started to take writes only
 * @param rack its own
 * @param keyspaces all that have replicas on several nodes
 */
record JoinFacts(
    String partitioner,
    boolean replacing,
    boolean survey,
    String rack,
    List<KeyspaceFacts> keyspaces) {

  JoinFacts {
    keyspaces = List.copyOf(keyspaces);
  }

  /**
   * A keyspace as this node's data centre has it; as the whole cluster has it, where its strategy
   * knows no data centres.
   *
   * @param strategy its class
   * @param in which part of the cluster, in words
   * @param replicas that it wants there
   * @param others how many nodes are there beside this one
   * @param racks of those nodes; empty where the strategy knows none
   */
  record KeyspaceFacts(
      String name,
      boolean views,
      boolean transientReplicas,
      String strategy,
      String where,
      int replicas,
      int others,
      Set<String> racks) {

    KeyspaceFacts {
      racks = Set.copyOf(racks);
    }
  }
}
