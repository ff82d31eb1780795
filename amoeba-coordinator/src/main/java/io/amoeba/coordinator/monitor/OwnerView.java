package io.amoeba.coordinator.monitor;

import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * Which hash slots belong to whom, as a primary says. Immutable.
 *
 * @param id of the primary
 * @param address of the primary, for people
 * @param owners hash slots by the id of their owner
 */
public record OwnerView(String id, String address, Map<String, List<HashSlotSpan>> owners) {

  public OwnerView {
    owners = Map.copyOf(owners);
  }

  /** The hash slots that it sees a node own. */
  BitSet ownedBy(String node) {
    BitSet owned = new BitSet();
    owners.getOrDefault(node, List.of()).forEach(span -> owned.set(span.from(), span.to() + 1));
    return owned;
  }

  /** Who it believes to own a hash slot; empty: nobody. */
  String ownerOf(int hashSlot) {
    return owners.entrySet().stream()
        .filter(
            owner ->
                owner.getValue().stream()
                    .anyMatch(span -> span.from() <= hashSlot && hashSlot <= span.to()))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse("");
  }
}
