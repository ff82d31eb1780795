package io.amoeba.coordinator.execute.moves;

import io.amoeba.coordinator.plan.moves.HashSlotMove;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

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
    OwnerChange ownerChange = ownerChange();
    List<String> reasons = new ArrayList<>();
    MoveSteps steps = new Steps(todo, control, ownerChange, reasons);
    return new MoveRun(store, journal, agreement, ownerChange, control, steps, reasons).run(todo);
  }

  @Override
  public RecoveryReport recover(RecoveryPolicy policy) {
    return new Recovery(store, journal, limits, agreement, ownerChange(), pace).recover(policy);
  }

  private OwnerChange ownerChange() {
    return new OwnerChange(store, patience, pace);
  }

  /** Of one call of {@link #move}. */
  private final class Steps implements MoveSteps {

    private final List<OneMove> all;
    private final MoveControl control;
    private final OwnerChange ownerChange;
    private final List<String> reasons;

    /** Of which the destination has no marks. */
    private final Set<Integer> withoutMarks = new HashSet<>();

    Steps(List<OneMove> all, MoveControl control, OwnerChange ownerChange, List<String> reasons) {
      this.all = all;
      this.control = control;
      this.ownerChange = ownerChange;
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
      store.requireDatabases(from, open.to());
      if (!ownerChange.before(from, open.to(), control::isAborted)) {
        return List.of();
      }
      forgetMarks(next, seen);
      journal.begin(open);
      requireNoHiddenKeys(open);
      reasons.addAll(
          new SetSlotSteps(store, limits, pace, ownerChange, control::keysMoved)
              .finish(open, seen));
      agreement.require(next);
      journal.end();
      return next;
    }

    /*
     * Once for as many as possible, since it takes seconds: for all that the same destination takes,
     * and for all of sources that take nothing. No mark comes back: it takes a message without the
     * hash slot, and the source claims it in every message until it has moved; another node's message
     * about the source is news only after the source has a new epoch, as after it has taken some.
     */
    private void forgetMarks(List<OneMove> next, StoreTopology seen) {
      if (withoutMarks.containsAll(OneMove.hashSlots(next))) {
        return;
      }
      String to = next.get(0).to();
      Set<String> takers = all.stream().map(OneMove::to).collect(Collectors.toSet());
      List<OneMove> later =
          all.stream()
              .filter(move -> !withoutMarks.contains(move.hashSlot()) && !next.contains(move))
              .filter(move -> move.to().equals(to) || !takers.contains(move.from()))
              .filter(move -> !move.isDone(seen))
              .toList();
      withoutMarks.addAll(ownerChange.forgetMarks(next, later));
    }

    /** While it imports them, a destination counts what it hid; no client is sent there yet. */
    private void requireNoHiddenKeys(OpenHashSlots open) {
      if (store.countsHiddenKeys(open.to())) {
        return;
      }
      store.setImporting(open.to(), open.hashSlots(), open.from());
      List<Long> keys = store.countKeys(open.to(), open.hashSlots());
      try {
        MoveProblem.requireNoKeys(open, keys);
      } catch (MoveProblem e) {
        store.setStable(open.to(), open.hashSlots());
        journal.end();
        throw e;
      }
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
