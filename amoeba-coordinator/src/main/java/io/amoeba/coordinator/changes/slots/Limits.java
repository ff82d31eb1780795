package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.HashSlots;
import io.amoeba.coordinator.diagnosis.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * How much each primary and each node must and may own, in the unit that is balanced, and which
 * hash slots are fixed; what contradicts itself is relaxed in favour of what is fixed, and noted as
 * a reason. Immutable after construction.
 */
final class Limits {

  private final StoreLayout layout;
  private final MoveConstraints constraints;
  private final long[] weights;
  private final BitSet fixed = new BitSet();
  private final double[] owned;
  private final double[] low;
  private final double[] high;
  private final double[] share;
  private final List<int[]> nodes;
  private final double[] nodeHigh;
  private final List<Problem> reasons = new ArrayList<>();
  private double total;

  Limits(StoreLayout layout, MoveConstraints constraints) {
    this.layout = layout;
    this.constraints = constraints;
    this.weights = layout.weights();
    int count = layout.primaries().size();
    this.owned = new double[count];
    this.low = new double[count];
    this.high = new double[count];
    this.share = new double[count];
    Map<String, int[]> byNode = byNode(layout);
    List<String> nodeNames = List.copyOf(byNode.keySet());
    this.nodes = List.copyOf(byNode.values());
    this.nodeHigh = new double[nodes.size()];
    fix();
    weigh();
    for (int primary = 0; primary < count; primary++) {
      limit(primary);
    }
    for (int node = 0; node < nodeHigh.length; node++) {
      limitNode(node, nodeNames.get(node));
    }
    checkRoom();
  }

  /** Why not everything is possible. */
  List<Problem> reasons() {
    return List.copyOf(reasons);
  }

  boolean isFixed(int hashSlot) {
    return fixed.get(hashSlot);
  }

  long weight(int hashSlot) {
    return weights[hashSlot];
  }

  /** Weight of all hash slots that have a primary. */
  double total() {
    return total;
  }

  /** What a primary owns now. */
  double owned(int primary) {
    return owned[primary];
  }

  double low(int primary) {
    return low[primary];
  }

  double high(int primary) {
    return high[primary];
  }

  /** Share of a primary, 0 if it is to own nothing. */
  double share(int primary) {
    return share[primary];
  }

  /** Primaries of each node. */
  List<int[]> nodes() {
    return nodes;
  }

  double nodeHigh(int node) {
    return nodeHigh[node];
  }

  boolean isForbidden(int primary) {
    return constraints.forbiddenNodes().contains(layout.primaries().get(primary).node());
  }

  private static Map<String, int[]> byNode(StoreLayout layout) {
    Map<String, int[]> byNode = new LinkedHashMap<>();
    for (int primary = 0; primary < layout.primaries().size(); primary++) {
      byNode.merge(
          layout.primaries().get(primary).node(), new int[] {primary}, (a, b) -> concat(a, b[0]));
    }
    return byNode;
  }

  private static int[] concat(int[] values, int value) {
    int[] longer = Arrays.copyOf(values, values.length + 1);
    longer[values.length] = value;
    return longer;
  }

  private void fix() {
    List<String> problems = new ArrayList<>();
    for (HashSlotSpan span : constraints.fixedHashSlots()) {
      if (span.from() < 0 || span.to() >= layout.hashSlots() || span.from() > span.to()) {
        problems.add(
            "fixed hash slots %d-%d are no part of 0-%d"
                .formatted(span.from(), span.to(), layout.hashSlots() - 1));
      } else {
        fixed.set(span.from(), span.to() + 1);
      }
    }
    List<String> ids = layout.primaries().stream().map(TargetPrimary::id).toList();
    for (String primary : constraints.fixedPrimaries()) {
      if (!ids.contains(primary)) {
        problems.add("fixed primary " + primary + " is no primary of the layout");
      }
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
    boolean[] fixedPrimary = new boolean[ids.size()];
    for (int primary = 0; primary < fixedPrimary.length; primary++) {
      fixedPrimary[primary] = constraints.fixedPrimaries().contains(ids.get(primary));
    }
    for (int hashSlot = 0; hashSlot < layout.hashSlots(); hashSlot++) {
      int owner = layout.owner(hashSlot);
      if (owner != StoreLayout.NOBODY && fixedPrimary[owner]) {
        fixed.set(hashSlot);
      }
    }
  }

  private void weigh() {
    BitSet uncovered = new BitSet();
    for (int hashSlot = 0; hashSlot < layout.hashSlots(); hashSlot++) {
      int owner = layout.owner(hashSlot);
      if (owner == StoreLayout.NOBODY) {
        uncovered.set(hashSlot);
        continue;
      }
      owned[owner] += weights[hashSlot];
      total += weights[hashSlot];
      low[owner] += fixed.get(hashSlot) ? weights[hashSlot] : 0;
    }
    if (!uncovered.isEmpty()) {
      reasons.add(uncovered(uncovered));
    }
  }

  /** Why hash slots without a primary stay as they are. */
  static Problem uncovered(BitSet hashSlots) {
    return Problem.error(
        "HASH_SLOTS_UNCOVERED",
        "",
        HashSlots.sentence(hashSlots, "has", "have") + " no primary",
        "Assign them first.");
  }

  private void limit(int index) {
    TargetPrimary primary = layout.primaries().get(index);
    boolean forbidden = isForbidden(index);
    boolean hosts = primary.share() > 0 && !forbidden;
    share[index] = hosts ? primary.share() : 0;
    high[index] = hosts ? Math.max((double) primary.capacity(), low[index]) : low[index];
    BitSet stuck = new BitSet();
    if (!hosts || low[index] > primary.capacity()) {
      for (int s = fixed.nextSetBit(0); s >= 0; s = fixed.nextSetBit(s + 1)) {
        stuck.set(s, layout.owner(s) == index);
      }
    }
    if (stuck.isEmpty()) {
      return;
    }
    String mayNotMove = HashSlots.sentence(stuck, "may", "may") + " not move, but ";
    if (forbidden) {
      reasons.add(
          fixed(
              primary,
              "%sthe node %s may not host the store".formatted(mayNotMove, primary.node()),
              "Allow one of the two."));
    } else if (!hosts) {
      reasons.add(
          fixed(
              primary,
              mayNotMove + "the primary has no share",
              "Let them move, or give it a share."));
    } else {
      reasons.add(
          fixed(
              primary,
              "%sthe capacity is %d, and they take %.0f"
                  .formatted(mayNotMove, primary.capacity(), low[index]),
              "Let some move, or raise it."));
    }
  }

  private static Problem fixed(TargetPrimary primary, String text, String remedy) {
    return Problem.warning("HASH_SLOTS_FIXED", primary.id(), text, remedy);
  }

  private void limitNode(int node, String name) {
    double capacity =
        (double) constraints.nodeCapacity().getOrDefault(name, TargetPrimary.UNLIMITED);
    double needed = 0;
    for (int primary : nodes.get(node)) {
      needed += low[primary];
    }
    nodeHigh[node] = Math.max(capacity, needed);
    if (needed > capacity) {
      reasons.add(
          Problem.warning(
              "HASH_SLOTS_FIXED",
              name,
              "the capacity is %.0f, but the hash slots there that may not move take %.0f"
                  .formatted(capacity, needed),
              "Let some move, or raise it."));
    }
  }

  private void checkRoom() {
    if (DoubleStream.of(share).noneMatch(value -> value > 0)) {
      reasons.add(
          Problem.warning(
              "NO_DESTINATION",
              "",
              "no primary is left that may own hash slots",
              "Give one a share, or allow its node."));
      return;
    }
    double room = 0;
    for (int node = 0; node < nodeHigh.length; node++) {
      double ofPrimaries = 0;
      for (int primary : nodes.get(node)) {
        ofPrimaries += high[primary];
      }
      room += Math.min(nodeHigh[node], ofPrimaries);
    }
    if (room < total) {
      reasons.add(
          Problem.warning(
              "CAPACITY_TOO_SMALL",
              "",
              "primaries and nodes have a capacity of %.0f together, but %.0f is needed"
                  .formatted(room, total),
              "Raise it, or add primaries."));
    }
  }
}
