package io.amoeba.coordinator.execute.moves;

import io.amoeba.coordinator.plan.moves.HashSlotMove;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a mover work on a thread of its own, for one plan at a time, and lets it close what an
 * earlier one left half moved. No method but {@link #close} waits for the store. Safe for
 * concurrent use.
 */
public final class BackgroundMoves implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(BackgroundMoves.class);
  private static final Duration BETWEEN_RECOVERIES = Duration.ofSeconds(5);

  /** How long the hash slot that is open may take when the coordinator ends. */
  private static final Duration LAST_HASH_SLOT = Duration.ofSeconds(8);

  /**
   * How the moves of a plan stand: hash slots that are done, keys that have moved, and how and why
   * they ended (empty: not yet). Immutable.
   */
  public record Run(
      String plan, int hashSlots, long keys, Optional<MoveEnd> end, List<String> reasons) {
    public Run {
      reasons = List.copyOf(reasons);
    }
  }

  private static final class Task {
    private final String plan;
    private final long keysBefore;
    private final MoveControl control = new MoveControl();
    private Optional<MoveEnd> end = Optional.empty();
    private List<String> reasons = List.of();

    Task(String plan, long keysBefore) {
      this.plan = plan;
      this.keysBefore = keysBefore;
    }

    Run run() {
      MoveProgress now = control.progress();
      return new Run(plan, now.hashSlotsDone(), keysBefore + now.keysMoved(), end, reasons);
    }
  }

  private final HashSlotMover mover;
  private final MoveJournal journal;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread made = new Thread(task, "amoeba-moves");
            made.setDaemon(true);
            return made;
          });
  private volatile Runnable listener = () -> {};

  // Guarded by this.
  private Optional<Task> task = Optional.empty();
  private Optional<String> left;
  private boolean recovering;
  private boolean ended;
  private long lastRecoveryNanos = System.nanoTime() - BETWEEN_RECOVERIES.toNanos();
  private long keysRecovered;

  /**
   * A mover that rests, with what its journal says.
   *
   * @throws IllegalStateException if the journal cannot be read
   */
  public BackgroundMoves(HashSlotMover mover, MoveJournal journal) {
    this.mover = mover;
    this.journal = journal;
    this.left = journal.open().map(BackgroundMoves::text);
  }

  /** For a coordinator that moves no hash slots. */
  public static BackgroundMoves none() {
    return new BackgroundMoves(HashSlotMover.NONE, MoveJournal.NONE);
  }

  /** Runs {@code newListener} when moves, or a recovery, have ended. */
  public void onEnd(Runnable newListener) {
    listener = newListener;
  }

  /**
   * Closes the hash slot that an earlier mover left half moved, again and again until that works.
   *
   * @return what is left half moved, if anything
   */
  public synchronized Optional<String> recover(RecoveryPolicy policy) {
    long now = System.nanoTime();
    boolean due = now - lastRecoveryNanos >= BETWEEN_RECOVERIES.toNanos();
    if (left.isPresent() && due && !recovering && !ended) {
      recovering = true;
      lastRecoveryNanos = now;
      thread.execute(() -> recoverNow(policy));
    }
    return left;
  }

  private void recoverNow(RecoveryPolicy policy) {
    Optional<String> after;
    long keys = 0;
    try {
      RecoveryReport report = mover.recover(policy);
      keys = policy == RecoveryPolicy.FINISH ? report.keysMoved() : 0;
      LOG.info("recovery of {}: {}", report.hashSlot(), report);
      after =
          report.end() == RecoveryEnd.LEFT_OPEN
              ? Optional.of(
                  report.hashSlot().map(BackgroundMoves::text).orElse("a hash slot is half moved")
                      + ": "
                      + String.join("; ", report.reasons()))
              : Optional.empty();
    } catch (RuntimeException e) {
      LOG.error("a half moved hash slot could not be closed; it is tried again", e);
      after = Optional.of("a half moved hash slot could not be closed: " + e.getMessage());
    }
    synchronized (this) {
      left = after;
      recovering = false;
      keysRecovered += keys;
    }
    listener.run();
  }

  /**
   * Begins to move, unless something is under way or left half moved, or the coordinator ends.
   *
   * @param keysBefore keys that earlier runs for the plan have moved
   */
  public synchronized void begin(String plan, List<HashSlotMove> moves, long keysBefore) {
    if (task.isPresent() || left.isPresent() || recovering || ended) {
      return;
    }
    Task begun = new Task(plan, keysBefore + keysRecovered);
    keysRecovered = 0;
    task = Optional.of(begun);
    thread.execute(() -> moveNow(begun, moves));
  }

  private void moveNow(Task begun, List<HashSlotMove> moves) {
    MoveEnd end = MoveEnd.STOPPED;
    List<String> reasons;
    Optional<String> after = Optional.empty();
    try {
      MoveReport report = mover.move(moves, begun.control);
      end = report.end();
      reasons = report.reasons();
      after = report.open().map(BackgroundMoves::text);
      LOG.info("{}: {}", begun.plan, report);
    } catch (RuntimeException e) {
      LOG.error("hash slots of {} could not be moved", begun.plan, e);
      reasons = List.of(String.valueOf(e.getMessage()));
      after = Optional.of("a hash slot may be half moved");
    }
    synchronized (this) {
      left = after;
      begun.end = Optional.of(end);
      begun.reasons = reasons;
    }
    listener.run();
  }

  /** The moves that are under way, or have ended and were not forgotten. */
  public synchronized Optional<Run> run() {
    return task.map(Task::run);
  }

  /** No further hash slot is begun until {@link #resume}. */
  public synchronized void pause() {
    task.ifPresent(now -> now.control.pause());
  }

  /** Goes on after a pause. */
  public synchronized void resume() {
    task.ifPresent(now -> now.control.resume());
  }

  /** No further hash slot is begun. */
  public synchronized void abort() {
    task.ifPresent(now -> now.control.abort());
  }

  /** Forgets the moves of a plan that have ended. */
  public synchronized void forget(String plan) {
    task = task.filter(now -> !now.plan.equals(plan) || now.end.isEmpty());
  }

  /** Whether nothing is under way or half moved. */
  public synchronized boolean isClosed() {
    return task.isEmpty() && left.isEmpty() && !recovering;
  }

  /** Ends at the next safe point; what takes longer is left to the next coordinator's recovery. */
  @Override
  public void close() {
    synchronized (this) {
      ended = true;
      task.ifPresent(now -> now.control.abort());
    }
    thread.shutdown();
    try {
      if (!thread.awaitTermination(LAST_HASH_SLOT.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn(
            "a hash slot is still moving after {} s; the next coordinator recovers it",
            LAST_HASH_SLOT.toSeconds());
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  private static String text(OpenHashSlot open) {
    return "hash slot %d is half moved, from %s to %s"
        .formatted(open.hashSlot(), open.from(), open.to());
  }
}
