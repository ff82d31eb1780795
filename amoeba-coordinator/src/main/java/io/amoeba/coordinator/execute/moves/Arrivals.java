package io.amoeba.coordinator.execute.moves;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Of which primaries all older messages have arrived: what they had told any of the nodes, and what
 * the nodes had told them. Later messages of a primary claim nothing that it does not own, until it
 * gives a hash slot away. Immutable.
 *
 * @param nodes those that were waited for
 * @param owned hash slots of each of the primaries when the wait began, by id
 */
record Arrivals(Set<String> nodes, Map<String, BitSet> owned) {

  /** Before any wait. */
  static final Arrivals NONE = new Arrivals(Set.of(), Map.of());

  Arrivals {
    nodes = Set.copyOf(nodes);
    owned = Map.copyOf(owned);
  }

  /**
   * After a wait.
   *
   * @param first what was seen when it began
   */
  static Arrivals of(Set<String> primaries, StoreTopology first) {
    Map<String, BitSet> owned = new HashMap<>();
    for (String id : primaries) {
      first.primary(id).ifPresent(view -> owned.put(id, view.ownedBy(id)));
    }
    return new Arrivals(
        first.nodes().stream().map(PrimaryView::id).collect(Collectors.toSet()), owned);
  }

  /** Whether a primary was waited for with every node, and has given nothing away since. */
  boolean holdFor(String primary, StoreTopology seen) {
    BitSet given = (BitSet) owned.getOrDefault(primary, new BitSet()).clone();
    seen.primary(primary).map(view -> view.ownedBy(primary)).ifPresent(given::andNot);
    return owned.containsKey(primary)
        && given.isEmpty()
        && seen.nodes().stream().allMatch(node -> nodes.contains(node.id()));
  }
}
