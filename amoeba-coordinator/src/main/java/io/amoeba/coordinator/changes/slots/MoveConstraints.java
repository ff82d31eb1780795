package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.HashSlots;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a plan must respect: hash slots that may not move; primaries that may not give any away (but
 * may gain some); nodes that may not host the store, so that their primaries are to own nothing;
 * and the most that the primaries of a node may own together, in the unit that is balanced.
 * Immutable.
 */
public record MoveConstraints(
    List<HashSlotSpan> fixedHashSlots,
    Set<String> fixedPrimaries,
    Set<String> forbiddenNodes,
    Map<String, Long> nodeCapacity) {

  /** Everything may move. */
  public static final MoveConstraints NONE =
      new MoveConstraints(List.of(), Set.of(), Set.of(), Map.of());

  public MoveConstraints {
    fixedHashSlots = List.copyOf(fixedHashSlots);
    fixedPrimaries = Set.copyOf(fixedPrimaries);
    forbiddenNodes = Set.copyOf(forbiddenNodes);
    nodeCapacity = Map.copyOf(nodeCapacity);
  }

  /** The same with these hash slots fixed. */
  public MoveConstraints fixing(List<HashSlotSpan> hashSlots) {
    return new MoveConstraints(hashSlots, fixedPrimaries, forbiddenNodes, nodeCapacity);
  }

  /** The same with these hash slots fixed. */
  public MoveConstraints fixing(BitSet hashSlots) {
    return fixing(HashSlots.spans(hashSlots));
  }

  /** The same with the hash slots of these primaries fixed. */
  public MoveConstraints fixingPrimaries(Set<String> primaries) {
    return new MoveConstraints(fixedHashSlots, primaries, forbiddenNodes, nodeCapacity);
  }

  /** The same with these nodes forbidden. */
  public MoveConstraints forbidding(Set<String> nodes) {
    return new MoveConstraints(fixedHashSlots, fixedPrimaries, nodes, nodeCapacity);
  }

  /** The same with limited nodes. */
  public MoveConstraints limitingNodes(Map<String, Long> capacity) {
    return new MoveConstraints(fixedHashSlots, fixedPrimaries, forbiddenNodes, capacity);
  }
}
