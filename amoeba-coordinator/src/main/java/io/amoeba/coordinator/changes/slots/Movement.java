package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.HashSlots;
import io.amoeba.coordinator.diagnosis.Problem;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * The way from the owners of a layout to other owners, and what it costs. Confined to one thread.
 */
final class Movement {

  private final StoreLayout layout;
  private final Limits limits;
  private final int[] after;
  private final List<Integer> urgentFirst;

  private Movement(StoreLayout layout, Limits limits, int[] after, List<Integer> urgentFirst) {
    this.layout = layout;
    this.limits = limits;
    this.after = after;
    this.urgentFirst = urgentFirst;
  }

  /** First what has to leave, then from who is furthest above its target, one by one. */
  static Movement towards(StoreLayout layout, Limits limits, int[] after, FairShares shares) {
    double[] level = new double[after.length];
    double[] left =
        IntStream.range(0, layout.primaries().size()).mapToDouble(limits::owned).toArray();
    List<Integer> changed = changed(layout, after);
    for (int hashSlot : changed) {
      int owner = layout.owner(hashSlot);
      level[hashSlot] =
          limits.share(owner) == 0 ? Double.POSITIVE_INFINITY : left[owner] / shares.target(owner);
      left[owner] -= limits.weight(hashSlot);
    }
    changed.sort(Comparator.comparingDouble((Integer hashSlot) -> level[hashSlot]).reversed());
    return new Movement(layout, limits, after, changed);
  }

  /** In the order of the hash slots. */
  static Movement towards(StoreLayout layout, Limits limits, int[] after) {
    return new Movement(layout, limits, after, changed(layout, after));
  }

  /** What the moves of a whole plan cost: bytes where they are known, otherwise hash slots. */
  long cost() {
    return urgentFirst.stream().mapToLong(layout::cost).sum();
  }

  /** All moves; where there are reasons against them, those that keep every capacity. */
  MovePlan plan(
      boolean ownersGiven, long leastPossible, List<String> notes, List<Problem> reasons) {
    record Way(int from, int to) {}
    Map<Way, BitSet> byWay = new LinkedHashMap<>();
    long bytes = 0;
    for (int hashSlot : reasons.isEmpty() ? urgentFirst : withRoom()) {
      Way way = new Way(layout.owner(hashSlot), after[hashSlot]);
      byWay.computeIfAbsent(way, w -> new BitSet()).set(hashSlot);
      bytes += layout.bytes(hashSlot);
    }
    List<HashSlotMove> moves = new ArrayList<>();
    byWay.forEach(
        (way, moving) ->
            moves.add(
                new HashSlotMove(
                    layout.primaries().get(way.from()).id(),
                    layout.primaries().get(way.to()).id(),
                    HashSlots.spans(moving),
                    ownersGiven ? MoveReason.OWNER_GIVEN : reason(way.from()))));
    OptionalLong movedBytes = layout.bytesKnown() ? OptionalLong.of(bytes) : OptionalLong.empty();
    return new MovePlan(moves, movedBytes, leastPossible, notes, reasons);
  }

  /** The moves that keep every capacity, the most urgent first. */
  private List<Integer> withRoom() {
    Room room = new Room();
    List<Integer> waiting = new ArrayList<>(urgentFirst);
    List<Integer> taken = new ArrayList<>();
    int before;
    do { // a move makes room for another one
      before = taken.size();
      List<Integer> still = new ArrayList<>();
      for (int hashSlot : waiting) {
        (room.moves(hashSlot) ? taken : still).add(hashSlot);
      }
      waiting = still;
    } while (taken.size() > before);
    return taken;
  }

  private MoveReason reason(int primary) {
    if (limits.isForbidden(primary)) {
      return MoveReason.NODE_FORBIDDEN;
    }
    return limits.share(primary) == 0 ? MoveReason.PRIMARY_LEAVES : MoveReason.ABOVE_TARGET;
  }

  private static List<Integer> changed(StoreLayout layout, int[] after) {
    List<Integer> changed = new ArrayList<>();
    for (int hashSlot = 0; hashSlot < after.length; hashSlot++) {
      if (after[hashSlot] != layout.owner(hashSlot)) {
        changed.add(hashSlot);
      }
    }
    return changed;
  }

  /** What primaries and nodes own while one move after the other is made. */
  private final class Room {

    private final double[] owned;
    private final int[] nodeOf;
    private final double[] ofNode;

    Room() {
      owned = IntStream.range(0, layout.primaries().size()).mapToDouble(limits::owned).toArray();
      nodeOf = new int[owned.length];
      ofNode = new double[limits.nodes().size()];
      for (int node = 0; node < ofNode.length; node++) {
        for (int primary : limits.nodes().get(node)) {
          nodeOf[primary] = node;
          ofNode[node] += owned[primary];
        }
      }
    }

    /** Makes a move if its new owner and that one's node have room. */
    boolean moves(int hashSlot) {
      int from = layout.owner(hashSlot);
      int to = after[hashSlot];
      long weight = limits.weight(hashSlot);
      boolean sameNode = nodeOf[from] == nodeOf[to];
      if (owned[to] + weight > limits.high(to)
          || (!sameNode && ofNode[nodeOf[to]] + weight > limits.nodeHigh(nodeOf[to]))) {
        return false;
      }
      owned[from] -= weight;
      owned[to] += weight;
      ofNode[nodeOf[from]] -= weight;
      ofNode[nodeOf[to]] += weight;
      return true;
    }
  }
}
