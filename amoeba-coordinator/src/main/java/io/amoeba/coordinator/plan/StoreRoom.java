package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.ServerMemory;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.partitioner.placement.HashSlot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What primaries and nodes may come to own: as much as people allow, and as fits into the memory of
 * servers that limit it. Stateless.
 */
public final class StoreRoom {

  /*
   * Memory changes with every reading, and a plan that is made by it must not: a plan that waits is
   * given up when another one is right. So bytes are rounded, to 16 steps between a number and its
   * double, always so that less fits.
   */
  private static final int BITS_OF_STEPS = 4;

  private StoreRoom() {}

  /** Capacities for the layout of some primaries. */
  public static List<Capacity> capacities(
      ClusterSnapshot snapshot, List<Primary> all, MoveRules rules) {
    Map<String, Set<Integer>> byNode = new TreeMap<>();
    List<String> unknown = new ArrayList<>();
    long[] bytes = new long[HashSlot.COUNT];
    for (int i = 0; i < all.size(); i++) {
      Primary primary = all.get(i);
      byNode.computeIfAbsent(snapshot.nodes().of(primary), n -> new TreeSet<>()).add(i);
      if (primary.memory().isPresent()) {
        long each = bytesOfHashSlot(primary, primary.memory().get());
        for (HashSlotSpan span : primary.hashSlots()) {
          Arrays.fill(bytes, span.from(), span.to() + 1, each);
        }
      } else if (!primary.hashSlots().isEmpty()) {
        unknown.add(primary.address().toString());
      }
    }
    HashSlotWeights data = HashSlotWeights.of(bytes);
    List<Capacity> capacities = new ArrayList<>();
    byNode.forEach(
        (node, own) -> {
          NodeCapacity capacity = rules.capacities().of(node);
          capacity.hashSlots().ifPresent(most -> capacities.add(hashSlots(node, own, most)));
          capacity.bytes().ifPresent(most -> capacities.add(bytes(node, own, data, most, unknown)));
        });
    for (int i = 0; i < all.size(); i++) {
      memory(all.get(i), i, data, capacities);
    }
    return capacities;
  }

  private static Capacity hashSlots(String node, Set<Integer> primaries, int most) {
    return new Capacity(
        primaries,
        HashSlotWeights.ONE_EACH,
        most,
        reached(
            node,
            "may own %d hash slots (plans.moves.maxHashSlotsPerNode, capacities)".formatted(most)));
  }

  /** What is not known may be anything, so that nothing goes to a node with a limit. */
  private static Capacity bytes(
      String node, Set<Integer> primaries, HashSlotWeights bytes, long most, List<String> unknown) {
    return unknown.isEmpty()
        ? new Capacity(
            primaries,
            bytes,
            most,
            reached(
                node,
                "may own %s (plans.moves.maxBytesPerNode, capacities)"
                    .formatted(ByteCount.text(most))))
        : new Capacity(
            primaries,
            HashSlotWeights.ONE_EACH,
            0,
            Problem.note(
                "CAPACITY_UNKNOWN",
                node,
                "gains nothing (plans.moves.maxBytesPerNode, capacities) while the size of %s is not known"
                    .formatted(String.join(", ", unknown)),
                "Let the coordinator's user say +info on every server."));
  }

  private static Problem reached(String holder, String text) {
    return Problem.note("CAPACITY_REACHED", holder, text, "");
  }

  private static void memory(
      Primary primary, int index, HashSlotWeights bytes, List<Capacity> capacities) {
    primary
        .memory()
        .ifPresent(
            memory ->
                memory
                    .freeBytes()
                    .ifPresent(
                        free -> {
                          long room = down(free);
                          long owned =
                              primary.memory().map(m -> bytesOfHashSlot(primary, m)).orElse(0L)
                                  * primary.hashSlotCount();
                          capacities.add(
                              new Capacity(
                                  Set.of(index),
                                  bytes,
                                  owned + room,
                                  reached(
                                      primary.address().toString(),
                                      "has memory for about %s more (maxmemory is %s)"
                                          .formatted(
                                              ByteCount.text(room),
                                              ByteCount.text(memory.mostBytes().orElse(0))))));
                        }));
  }

  /** All hash slots of a primary are taken to be as large. */
  private static long bytesOfHashSlot(Primary primary, ServerMemory memory) {
    long hashSlots = primary.hashSlotCount();
    return hashSlots == 0 ? 0 : (up(memory.dataBytes()) + hashSlots - 1) / hashSlots;
  }

  /** Down to a step. */
  static long down(long bytes) {
    int bits = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(bytes) - 1 - BITS_OF_STEPS);
    return bytes >> bits << bits;
  }

  /** Up to a step. */
  static long up(long bytes) {
    int bits = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(bytes) - 1 - BITS_OF_STEPS);
    long step = 1L << bits;
    return (bytes + step - 1) >> bits << bits;
  }
}
