package io.amoeba.coordinator.checks;

import io.amoeba.coordinator.changes.slots.HashSlotMove;
import io.amoeba.coordinator.changes.slots.MoveHashSlots;
import io.amoeba.coordinator.changes.slots.MoveSlotsOperation;
import io.amoeba.coordinator.changes.slots.SlotMigrationLimits;
import io.amoeba.coordinator.changes.slots.SlotMigrationState;
import io.amoeba.coordinator.changes.slots.SlotProgress;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.operations.OperationJournal;
import io.amoeba.coordinator.operations.Step;
import io.amoeba.coordinator.operations.StepControl;
import io.amoeba.coordinator.state.OperationFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Carries out migrations of hash slots step by step on the test's thread, with a journal in a file.
 * What a step throws kills the coordinator: the journal stays for the next one.
 */
final class SlotMigrations {

  /** How steps ended. */
  enum End {
    /** Every hash slot is where it should be. */
    COMPLETED,
    /** Aborted at a safe point. */
    ABORTED,
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
    /** The plan has ended at a safe point. */
    NOTHING_OPEN
  }

  /** What becomes of hash slots that a coordinator has left in transition. */
  enum Policy {
    FINISH,
    UNDO_IF_NO_KEY_MOVED
  }

  /** What steps have led to. Immutable. */
  record Report(End end, SlotMigrationState state, List<String> reasons) {

    SlotProgress progress() {
      return new SlotProgress(state.hashSlotsDone(), state.keysMoved());
    }
  }

  /** What people order. Safe for concurrent use. */
  static final class Orders {
    private volatile boolean aborted;

    void abort() {
      aborted = true;
    }
  }

  /** By SETSLOT and MIGRATE also where the servers could migrate by themselves. */
  static final SlotMigrationLimits BY_SETSLOT =
      new SlotMigrationLimits(64, 16, 7, 0, Duration.ofSeconds(5), 3, false, 512);

  private static final String PLAN = "plan-1";

  private final MoveSlotsOperation operation;
  private final OperationFile journal;

  /** Between primaries that are all prepared. */
  SlotMigrations(ClusterAdmin store, Path journal, SlotMigrationLimits limits, Duration patience) {
    this(store, primaries -> List.of(), journal, limits, patience);
  }

  SlotMigrations(
      ClusterAdmin store,
      MoveSlotsOperation.Destinations destinations,
      Path journal,
      SlotMigrationLimits limits,
      Duration patience) {
    this.operation =
        new MoveSlotsOperation(MoveHashSlots.KIND, store, destinations, limits, patience);
    this.journal = new OperationFile(journal, Leadership.ALONE);
  }

  /** The hash slots that may be in transition by the journal in a file. */
  static Optional<SlotsInTransition> inTransition(Path journal) {
    return state(new OperationFile(journal, Leadership.ALONE)).flatMap(SlotMigrationState::begun);
  }

  private static Optional<SlotMigrationState> state(OperationFile journal) {
    return journal
        .open(
            Map.of(
                "move_hash_slots",
                SlotMigrationState.class,
                "grow_store",
                SlotMigrationState.class,
                "drain_store",
                SlotMigrationState.class))
        .map(entry -> (SlotMigrationState) entry.state());
  }

  /** Carries out moves. */
  Report move(List<HashSlotMove> moves, Orders orders) {
    return carryOn(SlotMigrationState.initial(moves, 0, 0), orders);
  }

  /** Carries on with the state in the journal. */
  Report carryOn() {
    return carryOn(state(journal).orElseThrow(), new Orders());
  }

  private Report carryOn(SlotMigrationState begun, Orders orders) {
    SlotMigrationState state = begun;
    while (!orders.aborted) {
      Step<SlotMigrationState> step = step(state, orders);
      state = step.state();
      if (step instanceof Step.Done) {
        journal.clear();
        return report(End.COMPLETED, state, List.of());
      }
      if (step instanceof Step.Failed<SlotMigrationState> failed) {
        return failed(failed);
      }
      write(state);
    }
    journal.clear();
    return report(End.ABORTED, state, List.of());
  }

  private Report failed(Step.Failed<SlotMigrationState> failed) {
    if (operation.isHalfDone(failed.state())) {
      write(failed.state());
      return report(End.INTERRUPTED, failed.state(), failed.problems());
    }
    journal.clear();
    return report(End.STOPPED, failed.state(), failed.problems());
  }

  /** One step for what the journal has in transition. */
  Report settle(Policy policy) {
    Optional<SlotMigrationState> open = state(journal);
    if (open.isEmpty()) {
      return report(End.NOTHING_OPEN, SlotMigrationState.initial(List.of(), 0, 0), List.of());
    }
    SlotMigrationState left = open.get();
    Step<SlotMigrationState> step = policy == Policy.FINISH ? step(left, new Orders()) : undo(left);
    if (step instanceof Step.Wait<SlotMigrationState> wait) {
      write(wait.state());
      return report(End.LEFT_OPEN, wait.state(), List.of(wait.problem()));
    }
    journal.clear();
    boolean arrived = step.state().hashSlotsDone() > left.hashSlotsDone();
    return report(arrived ? End.FINISHED : End.UNDONE, step.state(), List.of());
  }

  private static Report report(End end, SlotMigrationState state, List<Problem> problems) {
    return new Report(
        end,
        state,
        Stream.concat(state.notes().stream(), problems.stream()).map(Problem::message).toList());
  }

  private Step<SlotMigrationState> step(SlotMigrationState state, Orders orders) {
    try {
      return operation.step(state, control(orders));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Step<SlotMigrationState> undo(SlotMigrationState state) {
    try {
      return operation.undo(state, control(new Orders()));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void write(Record state) {
    journal.write(new OperationJournal.Entry(PLAN, operation.kind(), state));
  }

  private StepControl control(Orders orders) {
    return new StepControl() {
      @Override
      public void safePoint() {}

      @Override
      public boolean isPaused() {
        return false;
      }

      @Override
      public boolean isAborted() {
        return orders.aborted;
      }

      @Override
      public boolean isStopping() {
        return false;
      }

      @Override
      public void says(String text) {}

      @Override
      public void write(Record state) {
        SlotMigrations.this.write(state);
      }
    };
  }
}
