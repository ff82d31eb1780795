package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.HashSlotLoad;
import io.amoeba.partitioner.placement.HashSlot;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Work of late, from counters of hash slots that only grow. Each reading halves what was before, so
 * that a burst is forgotten after some of them. Confined to one thread.
 */
final class LoadMeter {

  private static final long UNKNOWN = -1;

  /**
   * The most that one reading adds: an hour of CPU time, within half a minute. Sums over hash slots
   * must not overflow, whatever a server says.
   */
  static final long MOST_MICROS = TimeUnit.HOURS.toMicros(1);

  private final long[] counted = new long[HashSlot.COUNT];
  private final long[] load = new long[HashSlot.COUNT];
  private int readings;

  LoadMeter() {
    Arrays.fill(counted, UNKNOWN);
  }

  /**
   * Takes a reading of the whole store.
   *
   * @param counters by hash slot; below 0 where nobody told of it
   */
  void read(long[] counters) {
    for (int hashSlot = 0; hashSlot < HashSlot.COUNT; hashSlot++) {
      long now = counters[hashSlot];
      load[hashSlot] /= 2;
      if (now >= 0 && counted[hashSlot] != UNKNOWN) {
        // Less than before: another primary owns it now, and has counted since then.
        long more = now >= counted[hashSlot] ? now - counted[hashSlot] : now;
        load[hashSlot] += Math.min(more, MOST_MICROS);
      }
      if (now >= 0) {
        counted[hashSlot] = now;
      }
    }
    readings++;
  }

  /** What is known; empty before the second reading. */
  Optional<HashSlotLoad> load() {
    return readings < 2 ? Optional.empty() : Optional.of(new HashSlotLoad(load));
  }
}
