package io.amoeba.experiments.join;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The same tokens in every run, as in the dissertation, so that runs differ by their mode only. The
 * fourth node takes a quarter of the data, the same from each of the other three. Stateless.
 */
final class TokenPlan {
  /** As many as Cassandra's own default. */
  static final int TOKENS_PER_NODE = 16;

  private static final int NODES = 4;
  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger RING = BigInteger.ONE.shiftLeft(Long.SIZE);

  private TokenPlan() {}

  /** The tokens of a node, 1 … 4. */
  static List<Long> tokens(int node) {
    return IntStream.range(0, TOKENS_PER_NODE)
        .mapToObj(
            token ->
                RING.multiply(BigInteger.valueOf((long) token * NODES + node))
                    .divide(BigInteger.valueOf((long) TOKENS_PER_NODE * NODES + 1))
                    .add(LEAST)
                    .longValueExact())
        .toList();
  }

  static String jvmOption(int node) {
    return "-Dcassandra.initial_token="
        + tokens(node).stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
