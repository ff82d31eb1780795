package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The order in which hash slots move. A primary that gives its last hash slot away may become a
 * replica of who took it ({@code cluster-allow-replica-migration}), and cannot be given any then.
 * So one that is to receive some keeps its last one until the first of them has arrived. Moves to
 * one destination follow each other, since the next destination has to wait until older claims are
 * gone. For one use, confined to one thread.
 */
final class MigrationOrder {

  private final Map<String, Integer> owned = new HashMap<>();
  private final Map<String, Integer> awaited = new HashMap<>();
  private final Map<String, SlotMove> kept = new HashMap<>();
  private final List<SlotMove> ordered = new ArrayList<>();

  private MigrationOrder() {}

  /**
   * The same moves, as near as possible to the order that is given. Where each of some primaries
   * has a single hash slot, which is to go to the next one of them, no order saves them all.
   */
  static List<SlotMove> of(List<SlotMove> moves, ClusterView seen) {
    MigrationOrder order = new MigrationOrder();
    for (ServerView view : seen.primaries()) {
      order.owned.put(view.id(), view.own().owned().cardinality());
    }
    List<SlotMove> todo = new ArrayList<>();
    for (SlotMove move : moves) {
      if (seen.primary(move.to()).filter(to -> to.owns(move.hashSlot())).isPresent()) {
        order.ordered.add(move);
      } else {
        todo.add(move);
        order.awaited.merge(move.to(), 1, Integer::sum);
      }
    }
    Map<String, List<SlotMove>> byDestination = new LinkedHashMap<>();
    todo.forEach(
        move -> byDestination.computeIfAbsent(move.to(), absent -> new ArrayList<>()).add(move));
    byDestination.values().forEach(together -> together.forEach(order::add));
    order.ordered.addAll(order.kept.values());
    return order.ordered;
  }

  private void add(SlotMove move) {
    boolean empties = owned.getOrDefault(move.from(), 0) == 1;
    if (empties && awaited.getOrDefault(move.from(), 0) > 0) {
      kept.put(move.from(), move);
      return;
    }
    ordered.add(move);
    owned.merge(move.from(), -1, Integer::sum);
    owned.merge(move.to(), 1, Integer::sum);
    awaited.merge(move.to(), -1, Integer::sum);
    SlotMove freed = kept.remove(move.to());
    if (freed != null) {
      add(freed);
    }
  }
}
