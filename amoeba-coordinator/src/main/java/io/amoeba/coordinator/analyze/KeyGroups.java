package io.amoeba.coordinator.analyze;

import io.amoeba.partitioner.placement.HashSlot;

/**
 * Key groups that are hash slots, or equally many neighbouring ones each. Stateless, safe for
 * concurrent use. Source: Flink's KeyGroupRangeAssignment; docs/adr/0008.
 */
public final class KeyGroups {

  private KeyGroups() {}

  /** Whether so many key groups have equally many hash slots each. */
  public static boolean areHashSlots(int maxParallelism) {
    return maxParallelism >= 1 && HashSlot.COUNT % maxParallelism == 0;
  }

  /** Subtask that has a hash slot's key group. */
  public static int subtaskOf(int hashSlot, int maxParallelism, int parallelism) {
    int keyGroup = hashSlot / (HashSlot.COUNT / maxParallelism);
    return keyGroup * parallelism / maxParallelism;
  }
}
