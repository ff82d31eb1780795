package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.changes.slots.SlotTransition.Policy;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.operations.OperationDriver;
import io.amoeba.coordinator.operations.OperationDriver.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Coordinators that carry out a migration one after the other on the caller's thread. One that is
 * killed leaves the journal to the next one.
 */
final class MigrationDriver {

  /** How the steps ended. */
  enum End {
    /** Every hash slot is where it should be. */
    COMPLETED,
    /** Aborted at a safe point. */
    ABORTED,
    /** Paused at a safe point. */
    RESTS,
    /** The plan has failed at a safe point. */
    STOPPED,
    /** The plan has failed, and hash slots are in transition. */
    INTERRUPTED,
    /** Hash slots in transition are settled, and at least one is where it was going. */
    FINISHED,
    /** Hash slots in transition are settled where they were. */
    UNDONE,
    /** Hash slots are still in transition. */
    LEFT_OPEN,
    /** No hash slot was in transition. */
    NOTHING_OPEN
  }

  /** What steps have led to. Immutable. */
  record Report(End end, SlotMigrationState state, List<String> reasons) {

    SlotProgress progress() {
      return new SlotProgress(state.hashSlotsDone(), state.keysMoved());
    }

    /** What other tools have in transition. */
    List<String> external() {
      return state.notes().stream()
          .filter(note -> note.code().equals("EXTERNAL_SLOT_MIGRATION"))
          .map(Problem::text)
          .toList();
    }
  }

  /** What people order. */
  static final class Orders {

    private boolean paused;
    private boolean aborted;
    private Optional<OperationDriver<SlotMigrationState>> driver = Optional.empty();

    void pause() {
      paused = true;
      driver.ifPresent(OperationDriver::rest);
    }

    void resume() {
      paused = false;
      driver.ifPresent(OperationDriver::resume);
    }

    void abort() {
      aborted = true;
      driver.ifPresent(OperationDriver::abort);
    }

    private void tell(OperationDriver<SlotMigrationState> newDriver) {
      driver = Optional.of(newDriver);
      if (paused) {
        newDriver.rest();
      }
      if (aborted) {
        newDriver.abort();
      }
    }
  }

  private final MoveSlotsOperation operation;
  private final InMemoryJournal journal;

  private MigrationDriver(MoveSlotsOperation operation, InMemoryJournal journal) {
    this.operation = operation;
    this.journal = journal;
  }

  /** Of servers that are all prepared. */
  static MigrationDriver of(
      ClusterAdmin store,
      InMemoryJournal journal,
      SlotMigrationLimits limits,
      Duration patience,
      Pace pace) {
    return new MigrationDriver(
        new MoveSlotsOperation(
            MoveHashSlots.KIND, store, primaries -> List.of(), limits, patience, pace),
        journal);
  }

  /** Carries out moves, or carries on with those in the journal. */
  Report move(List<HashSlotMove> moves, Orders orders) {
    OperationDriver<SlotMigrationState> driver = driver();
    orders.tell(driver);
    return report(
        driver,
        () ->
            driver.open().isPresent()
                ? driver.goOn()
                : driver.begin(SlotMigrationState.initial(moves, 0, 0)));
  }

  /** Settles what the coordinator before has left in transition, once, and nothing else. */
  Report settle(Policy policy) {
    SlotMigrationState left =
        journal.state().orElseGet(() -> SlotMigrationState.initial(List.of(), 0, 0));
    if (left.begun().isEmpty()) {
      journal.set(Optional.empty());
      return new Report(End.NOTHING_OPEN, left, List.of());
    }
    OperationDriver<SlotMigrationState> driver = driver();
    driver.rest();
    Report report = report(driver, () -> policy == Policy.FINISH ? driver.goOn() : driver.undo());
    if (report.end() == End.LEFT_OPEN) {
      return report;
    }
    boolean arrived = report.state().hashSlotsDone() > left.hashSlotsDone();
    return new Report(arrived ? End.FINISHED : End.UNDONE, report.state(), report.reasons());
  }

  private OperationDriver<SlotMigrationState> driver() {
    OperationDriver<SlotMigrationState> driver = new OperationDriver<>(operation);
    journal.state().ifPresent(driver::leave);
    if (journal.isFull()) {
      driver
          .journal()
          .beforeWrite(
              state -> {
                if (operation.isHalfDone((SlotMigrationState) state)) {
                  throw new UncheckedIOException(
                      "could not be written", new IOException("disk full"));
                }
              });
    }
    return driver;
  }

  private interface Drive {
    Result<SlotMigrationState> go();
  }

  private Report report(OperationDriver<SlotMigrationState> driver, Drive drive) {
    try {
      Result<SlotMigrationState> result = drive.go();
      return new Report(
          end(result),
          result.state(),
          Stream.concat(result.state().notes().stream(), result.problems().stream())
              .map(Problem::message)
              .distinct()
              .toList());
    } finally {
      journal.set(driver.open());
    }
  }

  private End end(Result<SlotMigrationState> result) {
    return switch (result.outcome()) {
      case DONE -> End.COMPLETED;
      case ABORTED -> End.ABORTED;
      case FAILED -> operation.isHalfDone(result.state()) ? End.INTERRUPTED : End.STOPPED;
      case WAITS -> End.LEFT_OPEN;
      case RESTS -> End.RESTS;
      case LEFT -> throw new AssertionError("nobody has stopped the coordinator");
    };
  }
}
