package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.analyze.KeyGroups;
import io.amoeba.coordinator.plan.HashSlotAssignment;
import io.amoeba.partitioner.placement.HashSlot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The owners that bring the store to a keyed stream whose key groups are hash slots, or equally
 * many neighbouring ones each: every hash slot on the node of the subtask that has its key group.
 * Stateless, safe for concurrent use. Source: Flink's KeyGroupRangeAssignment.
 */
public final class KeyedStreamOwners {

  private KeyedStreamOwners() {}

  /**
   * Owners, as indexes into the layout's primaries. Primaries of one node share its hash slots
   * evenly, with the least movement. Where a subtask's node has no primary with a share, its hash
   * slots stay with their primary; if that is to own nothing, all others share them.
   *
   * @param nodeOfSubtask the node of each subtask; their number is the parallelism
   * @param maxParallelism number of key groups, 16384 or a divisor
   */
  public static int[] of(StoreLayout layout, List<String> nodeOfSubtask, int maxParallelism) {
    check(layout, nodeOfSubtask.size(), maxParallelism);
    Map<String, List<Integer>> primaries = new LinkedHashMap<>();
    List<Integer> all = new ArrayList<>();
    for (int primary = 0; primary < layout.primaries().size(); primary++) {
      TargetPrimary target = layout.primaries().get(primary);
      if (target.share() > 0) {
        primaries.computeIfAbsent(target.node(), node -> new ArrayList<>()).add(primary);
        all.add(primary);
      }
    }
    Map<String, List<Integer>> hashSlots = new LinkedHashMap<>();
    List<Integer> unhosted = new ArrayList<>();
    int[] staying = new int[HashSlot.COUNT];
    Arrays.fill(staying, StoreLayout.NOBODY);
    for (int hashSlot = 0; hashSlot < HashSlot.COUNT; hashSlot++) {
      String node =
          nodeOfSubtask.get(KeyGroups.subtaskOf(hashSlot, maxParallelism, nodeOfSubtask.size()));
      int owner = layout.owner(hashSlot);
      if (primaries.containsKey(node)) {
        hashSlots.computeIfAbsent(node, n -> new ArrayList<>()).add(hashSlot);
      } else if (owner != StoreLayout.NOBODY && layout.primaries().get(owner).share() > 0) {
        staying[hashSlot] = owner;
      } else {
        unhosted.add(hashSlot);
      }
    }
    HashSlotAssignment assignment = new HashSlotAssignment(current(layout));
    hashSlots.forEach(
        (node, own) -> assignment.deal(toArray(own), primaries.getOrDefault(node, List.of())));
    if (!all.isEmpty()) {
      assignment.deal(toArray(unhosted), all);
    }
    int[] owners = assignment.owners();
    return IntStream.range(0, owners.length)
        .map(s -> owners[s] == StoreLayout.NOBODY ? staying[s] : owners[s])
        .toArray();
  }

  /** Current owners; one that nobody has stands for none. */
  private static int[] current(StoreLayout layout) {
    return IntStream.of(layout.owners())
        .map(owner -> owner == StoreLayout.NOBODY ? Integer.MAX_VALUE : owner)
        .toArray();
  }

  private static int[] toArray(List<Integer> values) {
    return values.stream().mapToInt(Integer::intValue).toArray();
  }

  private static void check(StoreLayout layout, int parallelism, int maxParallelism) {
    List<String> problems = new ArrayList<>();
    if (layout.hashSlots() != HashSlot.COUNT) {
      problems.add(
          "the layout has %d hash slots, expected %d"
              .formatted(layout.hashSlots(), HashSlot.COUNT));
    }
    if (!KeyGroups.areHashSlots(maxParallelism)) {
      problems.add(
          "the maximum parallelism is %d, expected a power of two up to %d"
              .formatted(maxParallelism, HashSlot.COUNT));
    }
    if (parallelism < 1 || parallelism > maxParallelism) {
      problems.add("the parallelism is %d, expected 1 … %d".formatted(parallelism, maxParallelism));
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
  }
}
