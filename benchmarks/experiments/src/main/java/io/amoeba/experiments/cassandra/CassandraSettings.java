package io.amoeba.experiments.cassandra;

import java.util.Map;

/**
 * How nodes are started. Immutable.
 *
 * @param members nodes that run from the begin, {@link CassandraStack#REPLICAS} at least
 * @param jvmOptions of every node
 * @param nodeOptions more of them, by node, from 1 to that which can join
 * @param sizes of every node; its processors from {@link CassandraStack#limitCpus} on
 * @param cpusAtStart of every node until then
 */
public record CassandraSettings(
    int members,
    String jvmOptions,
    Map<Integer, String> nodeOptions,
    CassandraOptions.NodeSizes sizes,
    double cpusAtStart) {
  /** Takes immutable copies. */
  public CassandraSettings {
    nodeOptions = Map.copyOf(nodeOptions);
    if (members < CassandraStack.REPLICAS || members > CassandraStack.MOST_MEMBERS) {
      throw new IllegalArgumentException(
          "members is %d: use %d to %d"
              .formatted(members, CassandraStack.REPLICAS, CassandraStack.MOST_MEMBERS));
    }
  }
}
