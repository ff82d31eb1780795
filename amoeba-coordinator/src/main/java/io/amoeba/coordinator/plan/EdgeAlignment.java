package io.amoeba.coordinator.plan;

import io.amoeba.partitioner.placement.HashSlotRange;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.List;

/**
 * New owners for one edge: ranges that cover every hash slot, how many hash slots change owner, and
 * the share (0 … 1) of hash slots whose owner is on the node of their primary, before and after.
 * Immutable.
 */
public record EdgeAlignment(
    EdgeId edge,
    int parallelism,
    List<HashSlotRange> hashSlots,
    int movedHashSlots,
    double alignedBefore,
    double alignedAfter) {

  public EdgeAlignment {
    hashSlots = List.copyOf(hashSlots);
  }

  /** Owner of every hash slot. */
  public int[] owners() {
    return PlacementMap.ofRanges(1, parallelism, hashSlots).toArray();
  }

  /** Whether both ask for the same owners. */
  boolean sameOwners(EdgeAlignment other) {
    return edge.equals(other.edge)
        && parallelism == other.parallelism
        && hashSlots.equals(other.hashSlots);
  }
}
