package io.amoeba.coordinator.execute.moves;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds out how a migration ended that no mover has seen the end of; waits for one that is still
 * under way, or ends it. For one use, confined to one thread.
 */
final class AtomicRecovery {

  private final MovingStore store;
  private final MoveJournal journal;
  private final Agreement agreement;
  private final MoveLimits limits;
  private final Duration patience;
  private final Pace pace;
  private final List<String> reasons = new ArrayList<>();

  AtomicRecovery(
      MovingStore store,
      MoveJournal journal,
      Agreement agreement,
      MoveLimits limits,
      Duration patience,
      Pace pace) {
    this.store = store;
    this.journal = journal;
    this.agreement = agreement;
    this.limits = limits;
    this.patience = patience;
    this.pace = pace;
  }

  RecoveryReport recover(RecoveryPolicy policy) {
    Optional<OpenHashSlots> begun = journal.open();
    RecoveryEnd end = RecoveryEnd.NOTHING_OPEN;
    try {
      if (begun.isPresent()) {
        end = recover(begun.get(), policy);
      }
    } catch (MoveProblem | UncheckedIOException e) {
      reasons.add(String.valueOf(e.getMessage()));
      end = RecoveryEnd.LEFT_OPEN;
    }
    return new RecoveryReport(end, begun, 0, List.of(), reasons);
  }

  /*
   * A replica that has taken over from either primary knows of no migration, and the other one's
   * ends: there is nothing half moved to take over.
   */
  private RecoveryEnd recover(OpenHashSlots begun, RecoveryPolicy policy) {
    StoreTopology seen = store.look();
    OpenHashSlots move = begun.succeeded(seen);
    Optional<String> problem = seen.problemOf(move.way().steering(move));
    if (problem.isPresent()) {
      reasons.add(problem.get());
      return RecoveryEnd.LEFT_OPEN;
    }
    if (!awaitEnd(move, policy)) {
      return RecoveryEnd.LEFT_OPEN;
    }
    return ended(move);
  }

  /** Whether no migration of these hash slots is under way any more. */
  private boolean awaitEnd(OpenHashSlots move, RecoveryPolicy policy) {
    String steering = move.way().steering(move);
    long looks = Math.max(1, patience.dividedBy(Pace.RETRY));
    String cancelled = "";
    for (long look = 0; look < looks; look++) {
      Optional<AtomicMigration> underWay =
          store.migrations(move.way(), steering).stream()
              .filter(migration -> migration.isUnderWay() && migration.isOf(move))
              .findFirst();
      if (underWay.isEmpty()) {
        return true;
      }
      AtomicMigration migration = underWay.get();
      boolean end =
          policy == RecoveryPolicy.UNDO_IF_NO_KEY_MOVED
              || migration.attempts() >= limits.attempts();
      if (end && !cancelled.equals(migration.id())) {
        store.cancel(move.way(), steering, migration);
        cancelled = migration.id();
      } else if (look + 1 == looks) {
        reasons.add("%s of %s is still in progress".formatted(migration, move.names()));
      } else {
        pace.retry();
      }
    }
    return false;
  }

  private RecoveryEnd ended(OpenHashSlots move) {
    Optional<PrimaryView> destination = store.look().primary(move.to());
    List<OneMove> arrived =
        move.hashSlots().stream()
            .filter(slot -> destination.filter(to -> to.owns(slot)).isPresent())
            .map(slot -> new OneMove(slot, move.from(), move.to()))
            .toList();
    journal.end();
    reasons.addAll(agreement.await(arrived));
    return arrived.isEmpty() ? RecoveryEnd.UNDONE : RecoveryEnd.FINISHED;
  }
}
