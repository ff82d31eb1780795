package io.amoeba.coordinator.plan;

import io.amoeba.partitioner.placement.HashSlot;
import java.util.Arrays;
import java.util.BitSet;

/**
 * How much each hash slot counts, in any one unit. Thousands of capacities share it, each of which
 * would take 128 KiB for numbers of its own. Immutable.
 */
public final class HashSlotWeights {

  /** By their number. */
  public static final HashSlotWeights ONE_EACH = new HashSlotWeights(ones());

  private final long[] weights;

  private HashSlotWeights(long[] weights) {
    this.weights = weights;
  }

  /** So much for each hash slot. */
  public static HashSlotWeights of(long[] weights) {
    return new HashSlotWeights(weights.clone());
  }

  /** Of one hash slot. */
  public long of(int hashSlot) {
    return weights[hashSlot];
  }

  /** Of some together. */
  public long of(BitSet hashSlots) {
    return hashSlots.stream().mapToLong(this::of).sum();
  }

  private static long[] ones() {
    long[] ones = new long[HashSlot.COUNT];
    Arrays.fill(ones, 1);
    return ones;
  }
}
