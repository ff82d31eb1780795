package io.amoeba.coordinator.plan;

import io.amoeba.partitioner.placement.HashSlot;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Deals hash slots to the subtasks of one node after the other (or to its primaries): each gets the
 * same number within one, and as many hash slots as that allows stay where they are. Confined to
 * one thread.
 */
public final class HashSlotAssignment {

  /*
   * Least movement. With n hash slots for m subtasks, n mod m of them get one more than the floor. A
   * subtask that owns k of the hash slots now keeps min(k, its quota); so the larger quotas go first
   * to those with k above the floor, and no other choice keeps more. What has to move is taken from
   * a subtask's last hash slots and dealt in ascending order, which keeps the ranges long.
   */

  private static final int NOBODY = -1;

  private final int[] current;
  private final int[] owners = new int[HashSlot.COUNT];

  /** An assignment that begins with the current owners (empty: unknown). */
  public HashSlotAssignment(int[] current) {
    this.current = current.clone();
    Arrays.fill(owners, NOBODY);
  }

  /** Deals ascending hash slots to the subtasks. */
  public void deal(int[] hashSlots, List<Integer> subtasks) {
    int[] kept = new int[subtasks.size()];
    int highest = subtasks.stream().mapToInt(Integer::intValue).max().orElse(0);
    int[] indexOf = new int[highest + 1];
    Arrays.fill(indexOf, NOBODY);
    for (int i = 0; i < kept.length; i++) {
      indexOf[subtasks.get(i)] = i;
    }
    for (int hashSlot : hashSlots) {
      int index = currentIndex(hashSlot, indexOf);
      if (index != NOBODY) {
        kept[index]++;
      }
    }
    int[] free = quotas(hashSlots.length, kept);
    for (int hashSlot : hashSlots) {
      int index = currentIndex(hashSlot, indexOf);
      if (index != NOBODY && free[index] > 0) {
        owners[hashSlot] = subtasks.get(index);
        free[index]--;
      }
    }
    int next = 0;
    for (int hashSlot : hashSlots) {
      if (owners[hashSlot] == NOBODY) {
        while (free[next] == 0) {
          next++;
        }
        owners[hashSlot] = subtasks.get(next);
        free[next]--;
      }
    }
  }

  /** Owner of every hash slot, -1 where it was not dealt. */
  public int[] owners() {
    return owners.clone();
  }

  private int currentIndex(int hashSlot, int[] indexOf) {
    if (current.length == 0 || current[hashSlot] >= indexOf.length) {
      return NOBODY;
    }
    return indexOf[current[hashSlot]];
  }

  private static int[] quotas(int hashSlots, int[] kept) {
    int floor = hashSlots / kept.length;
    int[] quotas = new int[kept.length];
    Arrays.fill(quotas, floor);
    IntStream.range(0, kept.length)
        .boxed()
        .sorted(Comparator.comparingInt(index -> -kept[index])) // stable: then the lowest subtask
        .limit(hashSlots % kept.length)
        .forEach(index -> quotas[index]++);
    return quotas;
  }
}
