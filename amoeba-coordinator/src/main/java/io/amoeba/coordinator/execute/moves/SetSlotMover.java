package io.amoeba.coordinator.execute.moves;

import io.amoeba.coordinator.plan.moves.HashSlotMove;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Moves hash slots by CLUSTER SETSLOT and MIGRATE, some at a time. Its journal names the hash slots
 * that may be open; nobody else may open or close those meanwhile. Confined to one thread.
 */
final class SetSlotMover implements HashSlotMover {

  private final MovingStore store;
  private final MoveJournal journal;
  private final MoveLimits limits;
  private final Duration patience;
  private final Agreement agreement;
  private final Pace pace;

  /**
   * A mover.
   *
   * @param patience how long primaries may disagree about the owner of a hash slot that has moved
   */
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
    MoveRun.requireNothingOpen(journal);
    Epochs epochs = epochs();
    List<String> reasons = new ArrayList<>();
    MoveSteps steps = new Steps(control, epochs, reasons);
    return new MoveRun(store, journal, agreement, epochs, control, steps, reasons).run(todo);
  }

  @Override
  public RecoveryReport recover(RecoveryPolicy policy) {
    return new Recovery(store, journal, limits, agreement, epochs(), pace).recover(policy);
  }

  private Epochs epochs() {
    return new Epochs(store, patience, pace);
  }

  /** Of one call of {@link #move}. */
  private final class Steps implements MoveSteps {

    private final MoveControl control;
    private final Epochs epochs;
    private final List<String> reasons;

    Steps(MoveControl control, Epochs epochs, List<String> reasons) {
      this.control = control;
      this.epochs = epochs;
      this.reasons = reasons;
    }

    @Override
    public MoveWay way() {
      return MoveWay.SETSLOT_AND_MIGRATE;
    }

    @Override
    public int hashSlotsPerBatch() {
      return limits.hashSlotsPerBatch();
    }

    @Override
    public List<OneMove> next(List<OneMove> moves, StoreTopology seen) {
      List<OneMove> next = OneMove.together(moves, seen, limits.hashSlotsAtOnce());
      String from = next.get(0).from();
      next = next.subList(0, withFewKeys(store.countKeys(from, OneMove.hashSlots(next))));
      OpenHashSlots open = OneMove.open(next, store.run(from), way());
      MoveProblem.requireNoKeys(open, store.countKeys(open.to(), open.hashSlots()));
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
  }
}
