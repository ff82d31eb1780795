package io.amoeba.partitioner.placement;

import org.jspecify.annotations.Nullable;

/**
 * The subtask that a hash slot is routed to, for an edge of some parallelism: by the map if it is
 * made for that parallelism, in proportion to the hash slot if it is made for another one (after a
 * rescaling), by hash before the first map. Pure functions.
 */
public final class Routing {

  private Routing() {}

  /** Owner of every hash slot among {@code parallelism} subtasks. */
  public static int[] owners(@Nullable PlacementMap map, int parallelism) {
    if (map != null && map.parallelism() == parallelism) {
      return map.toArray();
    }
    int[] owners = new int[HashSlot.COUNT];
    for (int hashSlot = 0; hashSlot < HashSlot.COUNT; hashSlot++) {
      owners[hashSlot] =
          map == null ? byHash(hashSlot, parallelism) : inProportion(hashSlot, parallelism);
    }
    return owners;
  }

  /** Contiguous, equal shares: the routing while the map at hand is for another parallelism. */
  public static int inProportion(int hashSlot, int parallelism) {
    return (int) ((long) hashSlot * parallelism / HashSlot.COUNT);
  }

  /** Scattered shares: the routing before the first map, as a hash-partitioned edge would have. */
  private static int byHash(int hashSlot, int parallelism) {
    int h = hashSlot * 0x9e3779b9;
    h ^= h >>> 16;
    h *= 0x85ebca6b;
    h ^= h >>> 13;
    return (int) ((h & 0xffffffffL) * parallelism >>> 32);
  }
}
