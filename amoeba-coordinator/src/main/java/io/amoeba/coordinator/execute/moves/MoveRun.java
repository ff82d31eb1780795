package io.amoeba.coordinator.execute.moves;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Carries out moves batch by batch, whatever way each step takes: the order, the looks before and
 * after, the safe points and the report. For one use, confined to one thread.
 */
final class MoveRun {

  private final MovingStore store;
  private final MoveJournal journal;
  private final Agreement agreement;
  private final OwnerChange ownerChange;
  private final MoveControl control;
  private final MoveSteps steps;
  private final List<String> reasons;

  /**
   * Prepares it.
   *
   * @param reasons gets what could not be done; the steps may add to it
   */
  MoveRun(
      MovingStore store,
      MoveJournal journal,
      Agreement agreement,
      OwnerChange ownerChange,
      MoveControl control,
      MoveSteps steps,
      List<String> reasons) {
    this.store = store;
    this.journal = journal;
    this.agreement = agreement;
    this.ownerChange = ownerChange;
    this.control = control;
    this.steps = steps;
    this.reasons = reasons;
  }

  /**
   * Nothing may be open when moves begin.
   *
   * @throws IllegalStateException if an earlier move was interrupted
   */
  static void requireNothingOpen(MoveJournal journal) {
    journal
        .open()
        .ifPresent(
            left -> {
              throw new IllegalStateException(
                  "the move of %s from %s to %s was interrupted: recover it first"
                      .formatted(left.names(), left.from(), left.to()));
            });
  }

  MoveReport run(List<OneMove> moves) {
    control.begins(moves.size());
    try {
      List<OneMove> todo = MoveOrder.of(moves, store.look());
      ownerChange.plan(todo);
      for (int next = 0; next < todo.size(); next += steps.hashSlotsPerBatch()) {
        int end = Math.min(todo.size(), next + steps.hashSlotsPerBatch());
        Optional<MoveEnd> early = batch(todo.subList(next, end));
        if (early.isPresent()) {
          return report(early.get());
        }
      }
    } catch (MoveProblem | UncheckedIOException e) {
      reasons.add(String.valueOf(e.getMessage()));
      return report(journal.open().isPresent() ? MoveEnd.INTERRUPTED : MoveEnd.STOPPED);
    }
    return report(MoveEnd.COMPLETED);
  }

  /** Why to end, if it is to end before the next batch. */
  private Optional<MoveEnd> batch(List<OneMove> batch) {
    StoreTopology seen = agreement.look(batch);
    ownerChange.saw(seen);
    seen.silent().stream().filter(s -> !reasons.contains(s)).forEach(reasons::add);
    List<String> problems = OneMove.problems(batch, seen);
    if (!problems.isEmpty()) {
      reasons.addAll(problems);
      return Optional.of(MoveEnd.STOPPED);
    }
    List<OneMove> done = new ArrayList<>();
    boolean goOn = true;
    while (goOn && done.size() < batch.size()) {
      goOn = control.passesSafePoint();
      if (goOn) {
        List<OneMove> next = next(batch.subList(done.size(), batch.size()), seen);
        done.addAll(next);
        control.hashSlotsDone(next.size());
      }
    }
    List<String> disagreements = agreement.await(done);
    reasons.addAll(disagreements);
    if (!goOn) {
      return Optional.of(MoveEnd.ABORTED);
    }
    return disagreements.isEmpty() ? Optional.empty() : Optional.of(MoveEnd.STOPPED);
  }

  private List<OneMove> next(List<OneMove> moves, StoreTopology seen) {
    return moves.get(0).isDone(seen) ? moves.subList(0, 1) : steps.next(moves, seen);
  }

  private MoveReport report(MoveEnd end) {
    return new MoveReport(
        end, steps.way(), store.ways(), control.progress(), journal.open(), reasons);
  }
}
