package io.amoeba.coordinator.execute.moves;

import io.amoeba.coordinator.plan.moves.HashSlotMove;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Moves hash slots by CLUSTER SETSLOT and MIGRATE, some at a time. Its journal names the hash slots
 * that may be open; nobody else may open or close those meanwhile. Confined to one thread.
 */
public final class SetSlotMover implements HashSlotMover {

  private final MovingStore store;
  private final MoveJournal journal;
  private final MoveLimits limits;
  private final Duration patience;
  private final Agreement agreement;
  private final Pace pace;

  /**
   * A mover.
   *
   * @param agreement how long primaries may disagree about the owner of a hash slot that has moved
   */
  public SetSlotMover(
      MovingStore store, MoveJournal journal, MoveLimits limits, Duration agreement) {
    this(store, journal, limits, agreement, Pace.ofTheClock());
  }

  SetSlotMover(
      MovingStore store, MoveJournal journal, MoveLimits limits, Duration patience, Pace pace) {
    this.store = store;
    this.journal = journal;
    this.limits = limits;
    this.patience = patience;
    this.agreement = new Agreement(store, patience, pace);
    this.pace = pace;
  }

  @Override
  public MoveReport move(List<HashSlotMove> moves, MoveControl control) {
    List<OneMove> todo = OneMove.of(moves);
    journal
        .open()
        .ifPresent(
            left -> {
              throw new IllegalStateException(
                  "the move of %s from %s to %s was interrupted: recover it first"
                      .formatted(left.names(), left.from(), left.to()));
            });
    return new Run(control).run(todo);
  }

  @Override
  public RecoveryReport recover(RecoveryPolicy policy) {
    return new Recovery(store, journal, limits, agreement, epochs(), pace).recover(policy);
  }

  private Epochs epochs() {
    return new Epochs(store, patience, pace);
  }

  /** One call of {@link #move}. */
  private final class Run {

    private final MoveControl control;
    private final List<String> reasons = new ArrayList<>();
    private final Epochs epochs = epochs();

    Run(MoveControl control) {
      this.control = control;
    }

    MoveReport run(List<OneMove> moves) {
      control.begins(moves.size());
      try {
        List<OneMove> todo = MoveOrder.of(moves, store.look());
        for (int next = 0; next < todo.size(); next += limits.hashSlotsPerBatch()) {
          int end = Math.min(todo.size(), next + limits.hashSlotsPerBatch());
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
      StoreTopology seen = store.look();
      epochs.saw(seen);
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
          List<OneMove> next = step(batch.subList(done.size(), batch.size()), seen);
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

    /** The first ones of these moves, which are done on return. */
    private List<OneMove> step(List<OneMove> moves, StoreTopology seen) {
      if (moves.get(0).isDone(seen)) {
        return moves.subList(0, 1);
      }
      List<OneMove> next = OneMove.together(moves, seen, limits.hashSlotsAtOnce());
      String from = next.get(0).from();
      next = next.subList(0, withFewKeys(store.countKeys(from, hashSlots(next))));
      OpenHashSlots open =
          new OpenHashSlots(hashSlots(next), from, next.get(0).to(), store.run(from));
      requireNoKeys(open);
      epochs.await(from, open.to());
      journal.begin(open);
      reasons.addAll(new SetSlotSteps(store, limits, pace, control::keysMoved).finish(open, seen));
      journal.end();
      epochs.tookHashSlots(open.to());
      return next;
    }

    /*
     * Clients that ask for a key that has left are sent after it, so hash slots are open for as
     * short as possible: several only if the keys of all of them go as fast as those of one.
     */
    private int withFewKeys(List<Long> keys) {
      long sum = keys.get(0);
      int count = 1;
      while (count < keys.size() && sum + keys.get(count) <= limits.keysAtOnce()) {
        sum += keys.get(count);
        count++;
      }
      return count;
    }

    private void requireNoKeys(OpenHashSlots move) {
      List<Long> left = store.countKeys(move.to(), move.hashSlots());
      for (int i = 0; i < left.size(); i++) {
        if (left.get(i) > 0) {
          throw new MoveProblem(
              MoveProblem.Kind.KEY_EXISTS,
              ("%s holds %d keys of hash slot %d, which it does not own: they are left from another"
                      + " move. See what they are (CLUSTER GETKEYSINSLOT), and delete them there")
                  .formatted(move.to(), left.get(i), move.hashSlots().get(i)));
        }
      }
    }

    private static List<Integer> hashSlots(List<OneMove> moves) {
      return moves.stream().map(OneMove::hashSlot).toList();
    }

    private MoveReport report(MoveEnd end) {
      return new MoveReport(
          end,
          MoveWay.SETSLOT_AND_MIGRATE,
          store.ways(),
          control.progress(),
          journal.open(),
          reasons);
    }
  }
}
