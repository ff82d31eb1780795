package io.amoeba.experiments.join;

import io.amoeba.experiments.cassandra.CassandraStack;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The same tokens in every run, as in the dissertation, so that runs differ by their mode only. The
 * joining node, whose number is the last, takes its part of the data, about the same from each
 * member. Immutable.
 *
 * @param members nodes that the ring has before
 */
record TokenPlan(int members) {
  /** As many as Cassandra's own default. */
  static final int TOKENS_PER_NODE = 16;

  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger RING = BigInteger.ONE.shiftLeft(Long.SIZE);

  /** The tokens of a node, from 1 to the joining one. */
  List<Long> tokens(int node) {
    int nodes = members + 1;
    return IntStream.range(0, TOKENS_PER_NODE)
        .mapToObj(
            token ->
                RING.multiply(BigInteger.valueOf((long) token * nodes + place(token, node)))
                    .divide(BigInteger.valueOf((long) TOKENS_PER_NODE * nodes + 1))
                    .add(LEAST)
                    .longValueExact())
        .toList();
  }

  /**
   * Where a node's token is among those of all nodes, 1 …; the joining node's is the last. It takes
   * data from the nodes next to it: with more members than replicas, these are others each time.
   */
  private int place(int token, int node) {
    return members == CassandraStack.REPLICAS || node > members
        ? node
        : Math.floorMod(node - 1 - token, members) + 1;
  }

  String jvmOption(int node) {
    return "-Dcassandra.initial_token="
        + tokens(node).stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
