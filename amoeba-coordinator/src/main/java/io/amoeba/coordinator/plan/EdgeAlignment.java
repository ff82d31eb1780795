package io.amoeba.coordinator.plan;

import io.amoeba.partitioner.placement.HashSlotRange;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.List;
import java.util.Locale;

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

  /** What becomes of the edge, for people. */
  /**
   * For people: operator, subtasks, hash slots that change owner, aligned share before and after.
   */
  public String text() {
    return String.format(
        Locale.ROOT,
        "%s, %d subtasks: %,d hash slots change owner, aligned %.1f %% -> %.1f %%",
        edge.operator(),
        parallelism,
        movedHashSlots,
        100 * alignedBefore,
        100 * alignedAfter);
  }

  /** Whether both ask for the same owners. */
  /** Whether both route the hash slots of one edge to the same subtasks. */
  public boolean sameOwners(EdgeAlignment other) {
    return edge.equals(other.edge)
        && parallelism == other.parallelism
        && hashSlots.equals(other.hashSlots);
  }
}
