package io.amoeba.coordinator.plan.migration;

import java.util.Map;
import java.util.Set;

/**
 * What a plan must respect: primaries that may not move; nodes whose primaries may not move; nodes
 * that may not host the store; how many primaries a node may host (0 … ; no entry: any number); and
 * the most migrations at a time, 1 or more. Immutable.
 */
public record MigrationConstraints(
    Set<String> fixedPrimaries,
    Set<String> fixedNodes,
    Set<String> forbiddenNodes,
    Map<String, Integer> primariesPerNode,
    int mostAtOnce) {

  /** Everything may move, one after the other. */
  public static final MigrationConstraints NONE =
      new MigrationConstraints(Set.of(), Set.of(), Set.of(), Map.of(), 1);

  public MigrationConstraints {
    fixedPrimaries = Set.copyOf(fixedPrimaries);
    fixedNodes = Set.copyOf(fixedNodes);
    forbiddenNodes = Set.copyOf(forbiddenNodes);
    primariesPerNode = Map.copyOf(primariesPerNode);
  }

  /** The same with these primaries fixed. */
  public MigrationConstraints fixingPrimaries(Set<String> primaries) {
    return new MigrationConstraints(
        primaries, fixedNodes, forbiddenNodes, primariesPerNode, mostAtOnce);
  }

  /** The same with the primaries of these nodes fixed. */
  public MigrationConstraints fixingNodes(Set<String> nodes) {
    return new MigrationConstraints(
        fixedPrimaries, nodes, forbiddenNodes, primariesPerNode, mostAtOnce);
  }

  /** The same with these nodes forbidden. */
  public MigrationConstraints forbidding(Set<String> nodes) {
    return new MigrationConstraints(
        fixedPrimaries, fixedNodes, nodes, primariesPerNode, mostAtOnce);
  }

  /** The same with limited nodes. */
  public MigrationConstraints limiting(Map<String, Integer> primaries) {
    return new MigrationConstraints(
        fixedPrimaries, fixedNodes, forbiddenNodes, primaries, mostAtOnce);
  }

  /** The same with so many migrations at a time. */
  public MigrationConstraints atOnce(int most) {
    return new MigrationConstraints(
        fixedPrimaries, fixedNodes, forbiddenNodes, primariesPerNode, most);
  }

  boolean isFixed(SettledPrimary primary) {
    return fixedPrimaries.contains(primary.id()) || fixedNodes.contains(primary.node());
  }

  int roomOf(String node) {
    return primariesPerNode.getOrDefault(node, Integer.MAX_VALUE);
  }
}
