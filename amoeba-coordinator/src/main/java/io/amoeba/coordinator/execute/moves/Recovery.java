package io.amoeba.coordinator.execute.moves;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Ends a move that was interrupted. For one use, confined to one thread. */
final class Recovery {

  private final MovingStore store;
  private final MoveJournal journal;
  private final Agreement agreement;
  private final SetSlotSteps steps;
  private final List<String> reasons = new ArrayList<>();
  private List<String> foreign = List.of();
  private long keysMoved;

  Recovery(
      MovingStore store, MoveJournal journal, MoveLimits limits, Agreement agreement, Pace pace) {
    this.store = store;
    this.journal = journal;
    this.agreement = agreement;
    this.steps = new SetSlotSteps(store, limits, pace, keys -> keysMoved += keys);
  }

  RecoveryReport recover(RecoveryPolicy policy) {
    Optional<OpenHashSlot> begun = journal.open();
    RecoveryEnd end;
    try {
      end = recover(begun, policy);
    } catch (MoveProblem | UncheckedIOException e) {
      reasons.add(String.valueOf(e.getMessage()));
      end = begun.isPresent() ? RecoveryEnd.LEFT_OPEN : RecoveryEnd.NOTHING_OPEN;
    }
    return new RecoveryReport(end, begun, keysMoved, foreign, reasons);
  }

  private RecoveryEnd recover(Optional<OpenHashSlot> begun, RecoveryPolicy policy) {
    StoreTopology seen = store.look();
    Optional<OpenHashSlot> ours =
        begun.map(
            move ->
                new OpenHashSlot(
                    move.hashSlot(),
                    seen.successor(move.from()),
                    seen.successor(move.to()),
                    move.sourceRun()));
    foreign = seen.foreign(ours);
    if (ours.isEmpty()) {
      return RecoveryEnd.NOTHING_OPEN;
    }
    OpenHashSlot move = ours.get();
    seen.problemOf(move.from()).ifPresent(reasons::add);
    seen.problemOf(move.to()).ifPresent(reasons::add);
    return reasons.isEmpty() ? end(move, seen, policy) : RecoveryEnd.LEFT_OPEN;
  }

  private RecoveryEnd end(OpenHashSlot move, StoreTopology seen, RecoveryPolicy policy) {
    HalfMoved state = HalfMoved.of(move, seen, store.countKeys(move.to(), move.hashSlot()));
    return switch (state.next(policy)) {
      case FORGET -> {
        journal.end();
        yield RecoveryEnd.NOTHING_OPEN;
      }
      case FINISH -> finish(move, seen);
      case FINISH_WITH_UNKNOWN_COPIES -> finish(move.withUnknownCopies(), seen);
      case UNDO -> {
        if (!steps.undo(move)) {
          yield finish(move, store.look());
        }
        journal.end();
        yield RecoveryEnd.UNDONE;
      }
      case LEAVE -> {
        reasons.add(left(move, seen));
        yield RecoveryEnd.LEFT_OPEN;
      }
    };
  }

  private RecoveryEnd finish(OpenHashSlot move, StoreTopology seen) {
    journal.begin(
        move); // ids of those that took over, and what is known of copies, before the mark
    reasons.addAll(steps.finish(move, seen));
    journal.end();
    reasons.addAll(agreement.await(List.of(new OneMove(move.hashSlot(), move.from(), move.to()))));
    return RecoveryEnd.FINISHED;
  }

  private static String left(OpenHashSlot move, StoreTopology seen) {
    List<String> said = new ArrayList<>();
    for (PrimaryView view : seen.primaries()) {
      said.add(
          "%s: owner %s, marks %s"
              .formatted(
                  view,
                  view.ownerOf(move.hashSlot()).orElse("nobody"),
                  view.marksOf(move.hashSlot())));
    }
    return ("hash slot %d was going from %s to %s, but somebody else has opened or moved it since;"
            + " it is left alone. Close it by hand (CLUSTER SETSLOT), then recover again. %s")
        .formatted(move.hashSlot(), move.from(), move.to(), String.join("; ", said));
  }
}
