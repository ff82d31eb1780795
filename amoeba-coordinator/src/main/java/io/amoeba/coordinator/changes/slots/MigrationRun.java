package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.operations.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The moves of a plan in the order in which they are carried out, batch by batch, whatever method
 * migrates them: the looks before and after, and the safe points. A coordinator that takes over
 * begins another run at the first move. For one plan, confined to the runner's thread.
 */
final class MigrationRun {

  /**
   * The order in which hash slots move. A primary that gives its last hash slot away may become a
   * replica of who took it ({@code cluster-allow-replica-migration}), and cannot be given any then.
   * So one that is to receive some keeps its last one until the first of them has arrived. Moves to
   * one destination follow each other, since the next destination has to wait until older claims
   * are gone.
   */
  static final class Order {

    private final Map<String, Integer> owned = new HashMap<>();
    private final Map<String, Integer> awaited = new HashMap<>();
    private final Map<String, SlotMove> kept = new HashMap<>();
    private final List<SlotMove> ordered = new ArrayList<>();

    private Order() {}

    /**
     * The same moves, as near as possible to the order that is given. Where each of some primaries
     * has a single hash slot, which is to go to the next one of them, no order saves them all.
     */
    static List<SlotMove> of(List<SlotMove> moves, ClusterView seen) {
      Order order = new Order();
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

  private final List<SlotMove> moves;
  private final SlotMigrator migrator;
  private final OwnerChange ownerChange;
  private SlotMigrationState at;
  private int next;

  /**
   * Begins a run.
   *
   * @param moves in their order
   * @param at the state before the first step
   */
  MigrationRun(
      List<SlotMove> moves, SlotMigrator migrator, OwnerChange ownerChange, SlotMigrationState at) {
    this.moves = moves;
    this.migrator = migrator;
    this.ownerChange = ownerChange;
    this.at = at;
    ownerChange.plan(moves);
  }

  /** Whether this run has led to a state, so that its next batch follows. */
  boolean hasLedTo(SlotMigrationState state) {
    return at.equals(state);
  }

  /**
   * Migrates the next batch, or as much of it as the step may.
   *
   * @throws ClusterFailure if it cannot be done
   */
  Step<SlotMigrationState> migrateBatch(MigrationStep step) {
    List<SlotMove> batch =
        moves.subList(next, Math.min(moves.size(), next + migrator.hashSlotsPerLook()));
    ClusterView seen = ownerChange.look(batch);
    ownerChange.saw(seen);
    seen.silences().forEach(silent -> step.notes("REDIS_SILENT", silent));
    List<String> problems = SlotMove.problems(batch, seen);
    if (!problems.isEmpty()) {
      return failed(step, "SLOT_MIGRATION_PRECONDITION", problems);
    }
    List<SlotMove> done = new ArrayList<>();
    boolean goesOn = true;
    while (goesOn && done.size() < batch.size() && !step.mustEnd()) {
      List<SlotMove> moved = next(batch.subList(done.size(), batch.size()), seen, step);
      done.addAll(moved);
      step.hasPassed(next + done.size());
      goesOn = !moved.isEmpty();
    }
    List<String> disagreements = ownerChange.disagreements(done);
    if (disagreements.isEmpty()) {
      next += done.size();
    } else if (step.mustEnd()) {
      disagreements.forEach(text -> step.notes("SLOT_OWNER_DISAGREEMENT", text));
    } else {
      return failed(step, "SLOT_OWNER_DISAGREEMENT", disagreements);
    }
    at = step.state();
    return next == moves.size() ? new Step.Done<>(at, at.notes()) : new Step.Continue<>(at);
  }

  private List<SlotMove> next(List<SlotMove> batch, ClusterView seen, MigrationStep step) {
    return batch.get(0).isDone(seen) ? batch.subList(0, 1) : migrator.migrate(batch, seen, step);
  }

  private static Step<SlotMigrationState> failed(
      MigrationStep step, String code, List<String> texts) {
    return new Step.Failed<>(
        step.state(), texts.stream().map(text -> Problem.error(code, text, "")).toList());
  }
}
