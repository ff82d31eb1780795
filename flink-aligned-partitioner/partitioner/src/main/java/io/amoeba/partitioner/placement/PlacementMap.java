package io.amoeba.partitioner.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which subtask of an operator owns each hash slot: a total function from 0 … 16383 to 0 …
 * parallelism-1, with an epoch (positive; larger is newer). Immutable. Source: dissertation 5.2.3,
 * "Partition-scheme alignment".
 */
public final class PlacementMap {

  private final long epoch;
  private final int parallelism;
  private final int[] subtaskOfHashSlot;

  private PlacementMap(long epoch, int parallelism, int[] subtaskOfHashSlot) {
    this.epoch = epoch;
    this.parallelism = parallelism;
    this.subtaskOfHashSlot = subtaskOfHashSlot;
  }

  /**
   * A map from an owner per hash slot.
   *
   * @throws IllegalArgumentException if the array is not 16,384 long or an owner is out of range
   */
  public static PlacementMap of(long epoch, int parallelism, int[] subtaskOfHashSlot) {
    if (epoch <= 0) {
      throw new IllegalArgumentException("epoch is " + epoch + ": must be positive");
    }
    if (parallelism <= 0) {
      throw new IllegalArgumentException("parallelism is " + parallelism + ": must be positive");
    }
    if (subtaskOfHashSlot.length != HashSlot.COUNT) {
      throw new IllegalArgumentException(
          "map has " + subtaskOfHashSlot.length + " hash slots: must have " + HashSlot.COUNT);
    }
    for (int hashSlot = 0; hashSlot < HashSlot.COUNT; hashSlot++) {
      int subtask = subtaskOfHashSlot[hashSlot];
      if (subtask < 0 || subtask >= parallelism) {
        throw new IllegalArgumentException(
            "hash slot "
                + hashSlot
                + " has subtask "
                + subtask
                + ": must be 0 … "
                + (parallelism - 1));
      }
    }
    return new PlacementMap(epoch, parallelism, subtaskOfHashSlot.clone());
  }

  /**
   * A map from ranges that must ascend and cover every hash slot exactly once.
   *
   * @throws IllegalArgumentException if they leave a gap, overlap, or an owner is out of range
   */
  public static PlacementMap ofRanges(long epoch, int parallelism, List<HashSlotRange> ranges) {
    int[] owner = new int[HashSlot.COUNT];
    int next = 0;
    for (HashSlotRange range : ranges) {
      if (range.from() != next || range.to() < range.from() || range.to() >= HashSlot.COUNT) {
        throw new IllegalArgumentException(
            "range "
                + range
                + " does not continue at hash slot "
                + next
                + ": ranges must ascend without gap");
      }
      Arrays.fill(owner, range.from(), range.to() + 1, range.subtask());
      next = range.to() + 1;
    }
    if (next != HashSlot.COUNT) {
      throw new IllegalArgumentException(
          "ranges end at hash slot " + (next - 1) + ": must end at " + (HashSlot.COUNT - 1));
    }
    return of(epoch, parallelism, owner);
  }

  /** Owners as the shortest list of ranges, ascending. */
  public List<HashSlotRange> ranges() {
    List<HashSlotRange> ranges = new ArrayList<>();
    int from = 0;
    for (int hashSlot = 1; hashSlot <= HashSlot.COUNT; hashSlot++) {
      if (hashSlot == HashSlot.COUNT || subtaskOfHashSlot[hashSlot] != subtaskOfHashSlot[from]) {
        ranges.add(new HashSlotRange(from, hashSlot - 1, subtaskOfHashSlot[from]));
        from = hashSlot;
      }
    }
    return ranges;
  }

  /** Epoch, positive. */
  public long epoch() {
    return epoch;
  }

  /** Number of subtasks of the receiving operator that the map is made for. */
  public int parallelism() {
    return parallelism;
  }

  /** Owner of a hash slot, 0 … parallelism-1. */
  public int subtask(int hashSlot) {
    return subtaskOfHashSlot[hashSlot];
  }

  /** Owner of every hash slot, as a copy. */
  public int[] toArray() {
    return subtaskOfHashSlot.clone();
  }

  /** Whether both maps give every hash slot the same owner; epochs may differ. */
  public boolean sameOwners(PlacementMap other) {
    return parallelism == other.parallelism
        && (this == other || Arrays.equals(subtaskOfHashSlot, other.subtaskOfHashSlot));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PlacementMap
        && ((PlacementMap) other).epoch == epoch
        && sameOwners((PlacementMap) other);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(epoch) + Arrays.hashCode(subtaskOfHashSlot);
  }

  @Override
  public String toString() {
    return "PlacementMap[epoch="
        + epoch
        + ", parallelism="
        + parallelism
        + ", ranges="
        + ranges().size()
        + "]";
  }
}
