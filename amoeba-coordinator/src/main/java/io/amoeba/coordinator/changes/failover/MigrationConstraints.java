package io.amoeba.coordinator.changes.failover;

import java.util.Map;
import java.util.Set;

/**
 * What a plan must respect: primaries that may not move; nodes whose primaries may not move; nodes
 * that may not host the store; and how many primaries a node may host (0 … ; no entry: any number).
 * Immutable.
 */
public record MigrationConstraints(
    Set<String> fixedPrimaries,
    Set<String> fixedNodes,
    Set<String> forbiddenNodes,
    Map<String, Integer> primariesPerNode) {

  /** Everything may move. */
  public static final MigrationConstraints NONE =
      new MigrationConstraints(Set.of(), Set.of(), Set.of(), Map.of());

  public MigrationConstraints {
    fixedPrimaries = Set.copyOf(fixedPrimaries);
    fixedNodes = Set.copyOf(fixedNodes);
    forbiddenNodes = Set.copyOf(forbiddenNodes);
    primariesPerNode = Map.copyOf(primariesPerNode);
  }

  boolean isFixed(SettledPrimary primary) {
    return fixedPrimaries.contains(primary.id()) || fixedNodes.contains(primary.node());
  }

  int roomOf(String node) {
    return primariesPerNode.getOrDefault(node, Integer.MAX_VALUE);
  }
}
