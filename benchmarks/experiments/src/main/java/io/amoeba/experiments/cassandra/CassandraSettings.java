package io.amoeba.experiments.cassandra;

import io.amoeba.containers.stack.Limits;
import java.util.Map;

/**
 * How nodes are started. Immutable.
 *
 * @param jvmOptions of every node
 * @param nodeOptions more of them, by node, 1 … 4
 * @param limits of every node
 * @param variables of the compose file, for example {@code CASSANDRA_HEAP}
 */
public record CassandraSettings(
    String jvmOptions,
    Map<Integer, String> nodeOptions,
    Limits limits,
    Map<String, String> variables) {
  /** Takes immutable copies. */
  public CassandraSettings {
    nodeOptions = Map.copyOf(nodeOptions);
    variables = Map.copyOf(variables);
  }
}
