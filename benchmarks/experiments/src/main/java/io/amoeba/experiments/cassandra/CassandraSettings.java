package io.amoeba.experiments.cassandra;

import java.util.function.IntFunction;

/**
 * How nodes are started. Immutable.
 *
 * @param members nodes that run from the begin, {@link CassandraStack#REPLICAS} at least
 * @param jvmOptions of every node
 * @param nodeOptions more of them, by node, from 1 to that which can join
 * @param sizes of every node; its processors, all until then, from {@link CassandraStack#limitCpus}
 *     on
 */
public record CassandraSettings(
    int members,
    String jvmOptions,
    IntFunction<String> nodeOptions,
    CassandraOptions.NodeSizes sizes) {
  /** Checks the number of members. */
  public CassandraSettings {
    if (members < CassandraStack.REPLICAS || members > CassandraStack.MOST_MEMBERS) {
      throw new IllegalArgumentException(
          "members is %d: use %d to %d"
              .formatted(members, CassandraStack.REPLICAS, CassandraStack.MOST_MEMBERS));
    }
  }
}
