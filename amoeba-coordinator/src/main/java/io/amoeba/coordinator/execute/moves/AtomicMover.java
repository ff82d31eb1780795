package io.amoeba.coordinator.execute.moves;

import io.amoeba.coordinator.plan.moves.HashSlotMove;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Moves hash slots by migrations that the servers carry out by themselves, and that move all of
 * their hash slots or none. Its journal names those of the migration that may be under way: it may
 * end by itself at any moment, also while no mover looks. Confined to one thread. Source: command
 * references of CLUSTER MIGRATION (Redis) and CLUSTER MIGRATESLOTS (Valkey).
 */
final class AtomicMover implements HashSlotMover {

  private final MovingStore store;
  private final MoveJournal journal;
  private final MoveLimits limits;
  private final Duration patience;
  private final MoveWay way;
  private final Agreement agreement;
  private final Pace pace;

  /**
   * A mover.
   *
   * @param patience how long primaries may disagree about the owner of a hash slot that has moved,
   *     and a destination may take to delete what a migration left there that has ended
   * @param way an atomic one
   */
  AtomicMover(
      MovingStore store,
      MoveJournal journal,
      MoveLimits limits,
      Duration patience,
      MoveWay way,
      Pace pace) {
    this.store = store;
    this.journal = journal;
    this.limits = limits;
    this.patience = patience;
    this.way = way;
    this.agreement = new Agreement(store, patience, pace);
    this.pace = pace;
  }

  @Override
  public MoveReport move(List<HashSlotMove> moves, MoveControl control) {
    List<OneMove> todo = OneMove.of(moves);
    MoveRun.requireNothingOpen(journal);
    OwnerChange ownerChange = new OwnerChange(store, patience, pace);
    return new MoveRun(
            store,
            journal,
            agreement,
            ownerChange,
            control,
            new Steps(control, ownerChange),
            new ArrayList<>())
        .run(todo);
  }

  @Override
  public RecoveryReport recover(RecoveryPolicy policy) {
    return new AtomicRecovery(store, journal, agreement, limits, patience, pace).recover(policy);
  }

  /** Of one call of {@link #move}. */
  private final class Steps implements MoveSteps {

    private final MoveControl control;
    private final OwnerChange ownerChange;

    Steps(MoveControl control, OwnerChange ownerChange) {
      this.control = control;
      this.ownerChange = ownerChange;
    }

    @Override
    public MoveWay way() {
      return way;
    }

    @Override
    public int hashSlotsPerBatch() {
      return limits.hashSlotsPerMigration();
    }

    @Override
    public List<OneMove> next(List<OneMove> moves, StoreTopology seen) {
      List<OneMove> next = OneMove.together(moves, seen, limits.hashSlotsPerMigration());
      String from = next.get(0).from();
      OpenHashSlots open = OneMove.open(next, store.run(from), way);
      awaitNoKeys(open);
      if (!ownerChange.before(from, open.to(), control::isAborted)) {
        return List.of();
      }
      long keys = store.countKeys(from, open.hashSlots()).stream().mapToLong(Long::longValue).sum();
      AtomicMigration ended = await(begin(open), open);
      journal.end();
      if (ended.state() == AtomicMigration.State.COMPLETED) {
        control.keysMoved(keys);
        return next;
      }
      if (control.isAborted()) {
        return List.of();
      }
      throw new MoveProblem(
          MoveProblem.Kind.REFUSED,
          "%s stay where they were, with all their keys: %s has ended; the logs of %s and %s may say more"
              .formatted(open.names(), ended, from, open.to()));
    }

    /** What an ended migration has left at the destination is deleted in the background. */
    private void awaitNoKeys(OpenHashSlots move) {
      MoveProblem.requireNoKeys(
          move,
          pace.lookUntil(
              keys -> keys.stream().allMatch(count -> count == 0),
              patience,
              () -> store.countKeys(move.to(), move.hashSlots())));
    }

    /*
     * The journal is written before the command is sent, and the migration is known by what was not
     * there before: not every server answers with a name.
     */
    private String begin(OpenHashSlots open) {
      String steering = way.steering(open);
      Set<String> before =
          store.migrations(way, steering).stream()
              .map(AtomicMigration::id)
              .collect(Collectors.toSet());
      journal.begin(open);
      try {
        store.migrate(open);
      } catch (MoveProblem e) {
        if (e.kind() == MoveProblem.Kind.REFUSED) {
          journal.end();
        }
        throw e;
      }
      return store.migrations(way, steering).stream()
          .filter(migration -> !before.contains(migration.id()) && migration.isOf(open))
          .map(AtomicMigration::id)
          .findFirst()
          .orElseThrow(() -> unknown(open, "the migration"));
    }

    /** How it has ended. */
    private AtomicMigration await(String id, OpenHashSlots open) {
      String steering = way.steering(open);
      boolean cancelled = false;
      while (true) {
        Optional<AtomicMigration> now =
            store.migrations(way, steering).stream().filter(m -> m.id().equals(id)).findFirst();
        AtomicMigration migration = now.orElseThrow(() -> unknown(open, "migration " + id));
        if (!migration.isUnderWay()) {
          return migration;
        }
        if (!cancelled && (control.isAborted() || migration.attempts() >= limits.attempts())) {
          store.cancel(way, steering, migration);
          cancelled = true;
        } else {
          pace.retry();
        }
      }
    }

    private MoveProblem unknown(OpenHashSlots open, String migration) {
      return new MoveProblem(
          MoveProblem.Kind.UNREACHABLE,
          "%s does not know %s of %s any more: it has restarted, or another tool has cleared it; recover"
              .formatted(way.steering(open), migration, open.names()));
    }
  }
}
