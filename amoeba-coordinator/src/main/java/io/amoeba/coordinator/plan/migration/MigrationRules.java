package io.amoeba.coordinator.plan.migration;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What plans of migrations must respect, as people write it. Immutable.
 *
 * @param old what becomes of a primary that has been replaced
 * @param fixedPrimaries {@code host:port} of primaries that may not move
 * @param fixedNodes nodes whose primaries may not move
 * @param forbiddenNodes nodes that may not host the store
 * @param primariesPerNode how many primaries a node may host, 1 or more (empty: any number)
 */
public record MigrationRules(
    OldPrimary old,
    Set<String> fixedPrimaries,
    Set<String> fixedNodes,
    Set<String> forbiddenNodes,
    OptionalInt primariesPerNode) {

  /** Everything may move, and replaced primaries stay as replicas. */
  public static final MigrationRules KEEPING =
      new MigrationRules(OldPrimary.KEEP, Set.of(), Set.of(), Set.of(), OptionalInt.empty());

  public MigrationRules {
    fixedPrimaries = Set.copyOf(fixedPrimaries);
    fixedNodes = Set.copyOf(fixedNodes);
    forbiddenNodes = Set.copyOf(forbiddenNodes);
  }

  /** What they mean for primaries, by address, and the nodes that may host them. */
  public MigrationConstraints constraints(Set<String> primaries, Set<String> nodes) {
    Set<String> fixed = new HashSet<>(fixedPrimaries);
    fixed.retainAll(primaries);
    Map<String, Integer> most = new HashMap<>();
    primariesPerNode.ifPresent(limit -> nodes.forEach(node -> most.put(node, limit)));
    return new MigrationConstraints(fixed, fixedNodes, forbiddenNodes, most);
  }
}
