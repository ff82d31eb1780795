package io.amoeba.coordinator.execute.moves;

import io.amoeba.coordinator.plan.moves.HashSlotMove;
import java.time.Duration;
import java.util.List;

/**
 * Moves hash slots by the best way that all primaries know when moves begin, and ends what was
 * interrupted by the way by which it was begun. Confined to one thread.
 */
public final class ProbingMover implements HashSlotMover {

  private final MovingStore store;
  private final MoveJournal journal;
  private final MoveLimits limits;
  private final Duration patience;
  private final Pace pace;

  /**
   * A mover.
   *
   * @param patience how long primaries may disagree about the owner of a hash slot that has moved
   */
  public ProbingMover(
      MovingStore store, MoveJournal journal, MoveLimits limits, Duration patience) {
    this(store, journal, limits, patience, Pace.ofTheClock());
  }

  ProbingMover(
      MovingStore store, MoveJournal journal, MoveLimits limits, Duration patience, Pace pace) {
    this.store = store;
    this.journal = journal;
    this.limits = limits;
    this.patience = patience;
    this.pace = pace;
  }

  @Override
  public MoveReport move(List<HashSlotMove> moves, MoveControl control) {
    return by(way()).move(moves, control);
  }

  @Override
  public RecoveryReport recover(RecoveryPolicy policy) {
    return by(journal.open().map(OpenHashSlots::way).orElse(MoveWay.SETSLOT_AND_MIGRATE))
        .recover(policy);
  }

  /** A store that does not answer says so again when the moves begin. */
  private MoveWay way() {
    try {
      var unused = store.look();
      return MoveWay.best(store.ways(), limits);
    } catch (MoveProblem e) {
      return MoveWay.SETSLOT_AND_MIGRATE;
    }
  }

  private HashSlotMover by(MoveWay way) {
    return way == MoveWay.SETSLOT_AND_MIGRATE
        ? new SetSlotMover(store, journal, limits, patience, pace)
        : new AtomicMover(store, journal, limits, patience, way, pace);
  }
}
