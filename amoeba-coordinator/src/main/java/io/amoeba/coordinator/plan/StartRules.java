package io.amoeba.coordinator.plan;

import java.util.Set;

/**
 * Where servers may be started. Immutable.
 *
 * @param port where they take clients
 * @param nodes by name; empty: every node of the job
 */
public record StartRules(int port, Set<String> nodes) {

  public StartRules {
    nodes = Set.copyOf(nodes);
  }

  boolean allow(String node) {
    return nodes.isEmpty() || nodes.contains(node);
  }
}
