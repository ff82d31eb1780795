package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.HashSlots;
import io.amoeba.coordinator.diagnosis.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** Checks owners that are asked for against the limits. Stateless. */
final class GivenOwners {

  private GivenOwners() {}

  /** The given owners, but the current ones where those are not allowed, which is a reason each. */
  static int[] allowed(StoreLayout layout, Limits limits, int[] given, List<Problem> reasons) {
    check(layout, given);
    int[] allowed = layout.owners();
    BitSet uncovered = new BitSet();
    BitSet fixed = new BitSet();
    BitSet[] refused = new BitSet[layout.primaries().size()];
    Arrays.setAll(refused, primary -> new BitSet());
    for (int hashSlot = 0; hashSlot < given.length; hashSlot++) {
      int owner = layout.owner(hashSlot);
      int wanted = given[hashSlot];
      if (owner == StoreLayout.NOBODY) {
        uncovered.set(hashSlot);
      } else if (wanted != owner && wanted != StoreLayout.NOBODY) {
        if (limits.isFixed(hashSlot)) {
          fixed.set(hashSlot);
        } else if (limits.share(wanted) == 0) {
          refused[wanted].set(hashSlot);
        } else {
          allowed[hashSlot] = wanted;
        }
      }
    }
    if (!uncovered.isEmpty()) {
      reasons.add(Limits.uncovered(uncovered));
    }
    if (!fixed.isEmpty()) {
      reasons.add(
          Problem.warning(
              "HASH_SLOTS_FIXED",
              "",
              HashSlots.sentence(fixed, "may", "may") + " not move, but another owner is asked for",
              "Let them move."));
    }
    for (int primary = 0; primary < refused.length; primary++) {
      if (!refused[primary].isEmpty()) {
        reasons.add(refusal(layout, limits, primary, refused[primary]));
      }
    }
    checkRoom(layout, limits, allowed, reasons);
    return allowed;
  }

  private static Problem refusal(StoreLayout layout, Limits limits, int primary, BitSet hashSlots) {
    TargetPrimary target = layout.primaries().get(primary);
    String asked = HashSlots.sentence(hashSlots, "is", "are") + " asked for, but ";
    return limits.isForbidden(primary)
        ? Problem.warning(
            "NODE_FORBIDDEN",
            target.id(),
            asked + "the node " + target.node() + " may not host the store",
            "Allow the node.")
        : Problem.warning(
            "NO_DESTINATION", target.id(), asked + "the primary has no share", "Give it a share.");
  }

  private static void checkRoom(
      StoreLayout layout, Limits limits, int[] after, List<Problem> reasons) {
    double[] owned = new double[layout.primaries().size()];
    boolean[] gains = new boolean[owned.length];
    for (int hashSlot = 0; hashSlot < after.length; hashSlot++) {
      if (after[hashSlot] != StoreLayout.NOBODY) {
        owned[after[hashSlot]] += limits.weight(hashSlot);
        gains[after[hashSlot]] |= after[hashSlot] != layout.owner(hashSlot);
      }
    }
    for (int node = 0; node < limits.nodes().size(); node++) {
      int[] primaries = limits.nodes().get(node);
      for (int primary : primaries) {
        if (gains[primary] && owned[primary] > limits.high(primary)) {
          String name = layout.primaries().get(primary).id();
          reasons.add(tooMuch(name, owned[primary], limits.high(primary)));
        }
      }
      double ofNode = IntStream.of(primaries).mapToDouble(primary -> owned[primary]).sum();
      if (ofNode > limits.nodeHigh(node)
          && IntStream.of(primaries).anyMatch(primary -> gains[primary])) {
        String name = layout.primaries().get(primaries[0]).node();
        reasons.add(tooMuch(name, ofNode, limits.nodeHigh(node)));
      }
    }
  }

  private static Problem tooMuch(String what, double owned, double capacity) {
    return Problem.warning(
        "CAPACITY_TOO_SMALL",
        what,
        "would own %.0f, but the capacity is %.0f".formatted(owned, capacity),
        "Raise it, or ask for other owners.");
  }

  private static void check(StoreLayout layout, int[] given) {
    List<String> problems = new ArrayList<>();
    if (given.length != layout.hashSlots()) {
      problems.add(
          "owners of %d hash slots are given, expected %d"
              .formatted(given.length, layout.hashSlots()));
    }
    for (int hashSlot = 0; hashSlot < given.length; hashSlot++) {
      if (given[hashSlot] < StoreLayout.NOBODY || given[hashSlot] >= layout.primaries().size()) {
        problems.add(
            "hash slot %d is to have the owner %d, expected -1 … %d"
                .formatted(hashSlot, given[hashSlot], layout.primaries().size() - 1));
      }
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
  }
}
