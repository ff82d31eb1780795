package io.amoeba.coordinator.execute.moves;

import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.coordinator.execute.background.BackgroundWork;
import io.amoeba.coordinator.execute.background.BackgroundWork.Result;
import io.amoeba.coordinator.execute.background.PlanWork;
import io.amoeba.coordinator.execute.pause.Pausable;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.plan.HashSlotMoves;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.SlotProgress;
import io.amoeba.coordinator.plan.moves.HashSlotMove;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a mover work in the background, and lets it close what an earlier one left half moved. No
 * method but {@link #close} waits for the store. Safe for concurrent use.
 */
public final class BackgroundMoves implements PlanWork, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(BackgroundMoves.class);

  /** How long the hash slots that are open may take when the coordinator ends. */
  private static final Duration LAST_HASH_SLOTS = Duration.ofSeconds(8);

  /**
   * How the moves of a plan stand: hash slots that are done, keys that have moved, and how and why
   * they ended (empty: not yet). Immutable.
   */
  public record Run(String plan, int hashSlots, long keys, Optional<End> end, List<String> reasons)
      implements PlanWork.Run {
    public Run {
      reasons = List.copyOf(reasons);
    }

    /** Whoever begins again counts from the first hash slot, also those that have moved before. */
    @Override
    public PlanRecord advance(PlanRecord record) {
      return record.advanced(
          new SlotProgress(Math.max(record.reassignedHashSlots(), hashSlots), keys));
    }
  }

  private record Report(End end, List<String> reasons) {}

  private record Task(MoveControl control, long keysBefore) implements Pausable {

    @Override
    public void pause() {
      control.pause();
    }

    @Override
    public void resume() {
      control.resume();
    }

    @Override
    public void abort() {
      control.abort();
    }
  }

  private final HashSlotMover mover;
  private final BackgroundWork<Task, Report> work;
  private final AtomicLong keysRecovered = new AtomicLong();

  /**
   * A mover that rests, with what its journal says.
   *
   * @throws IllegalStateException if the journal cannot be read
   */
  public BackgroundMoves(HashSlotMover mover, MoveJournal journal) {
    this.mover = mover;
    this.work = new BackgroundWork<>("amoeba-moves", journal.open().map(BackgroundMoves::text));
  }

  @Override
  public BackgroundWork<? extends Pausable, ?> background() {
    return work;
  }

  @Override
  public boolean carriesOut(PlanAction action) {
    return action instanceof HashSlotMoves;
  }

  /** What is open is closed also while plans are paused. */
  @Override
  public Optional<Symptom> recover(Recovery recovery) {
    RecoveryPolicy policy =
        recovery == Recovery.UNDO ? RecoveryPolicy.UNDO_IF_NO_KEY_MOVED : RecoveryPolicy.FINISH;
    return work.recover(() -> recoverNow(policy)).map(Symptoms::hashSlotsHalfMoved);
  }

  private Optional<String> recoverNow(RecoveryPolicy policy) {
    try {
      RecoveryReport report = mover.recover(policy);
      LOG.info("recovery of {}: {}", report.begun(), report);
      if (policy == RecoveryPolicy.FINISH) {
        keysRecovered.addAndGet(report.keysMoved());
      }
      return report.end() == RecoveryEnd.LEFT_OPEN
          ? Optional.of(
              report.begun().map(BackgroundMoves::text).orElse("a hash slot is half moved")
                  + ": "
                  + String.join("; ", report.reasons()))
          : Optional.empty();
    } catch (RuntimeException e) {
      LOG.error("a half moved hash slot could not be closed; it is tried again", e);
      return Optional.of("a half moved hash slot could not be closed: " + e.getMessage());
    }
  }

  @Override
  public synchronized void begin(PlanRecord plan) {
    if (plan.plan().action() instanceof HashSlotMoves action && work.isFree()) {
      long before = plan.done() instanceof SlotProgress done ? done.keys() : 0;
      Task task = new Task(new MoveControl(), before + keysRecovered.getAndSet(0));
      work.begin(plan.id(), task, () -> moveNow(plan.id(), action.moves(), task.control()));
    }
  }

  private Result<Report> moveNow(String plan, List<HashSlotMove> moves, MoveControl control) {
    try {
      MoveReport report = mover.move(moves, control);
      LOG.info("{}: {}", plan, report);
      End end =
          switch (report.end()) {
            case COMPLETED -> End.COMPLETED;
            case ABORTED -> End.ABORTED;
            case STOPPED, INTERRUPTED -> End.FAILED;
          };
      return new Result<>(
          new Report(end, report.reasons()), report.open().map(BackgroundMoves::text));
    } catch (RuntimeException e) {
      LOG.error("hash slots of {} could not be moved", plan, e);
      return new Result<>(
          new Report(End.FAILED, List.of(String.valueOf(e.getMessage()))),
          Optional.of("a hash slot may be half moved"));
    }
  }

  @Override
  public Optional<Run> run() {
    return work.running()
        .map(
            now -> {
              MoveProgress progress = now.task().control().progress();
              return new Run(
                  now.plan(),
                  progress.hashSlotsDone(),
                  now.task().keysBefore() + progress.keysMoved(),
                  now.report().map(Report::end),
                  now.report().map(Report::reasons).orElse(List.of()));
            });
  }

  @Override
  public void close() {
    work.close(Pausable::abort, LAST_HASH_SLOTS);
  }

  private static String text(OpenHashSlots open) {
    return "%s %s half moved, from %s to %s"
        .formatted(
            open.names(), open.hashSlots().size() == 1 ? "is" : "may be", open.from(), open.to());
  }
}
