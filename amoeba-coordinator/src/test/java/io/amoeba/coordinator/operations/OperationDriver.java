package io.amoeba.coordinator.operations;

import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.operations.OperationJournal.Entry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Lets a coordinator carry out an operation in the caller's thread, as the runner does it in its
 * own; lets it be killed after any write, and lets others take over. Each call of {@link #begin},
 * {@link #goOn} and {@link #undo} is a coordinator of its own. They are for one thread; everything
 * else is safe for concurrent use.
 *
 * @param <S> state of the operation
 */
public final class OperationDriver<S extends Record> {

  /** The coordinator was killed. */
  public static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** Why the operation does not go on. */
  public enum Outcome {
    /** Everything is done, or undone. */
    DONE,
    /** It was aborted at a safe point. */
    ABORTED,
    /** It failed; what the journal has is to be undone. */
    FAILED,
    /** The coordinator stops. */
    LEFT,
    /** A step is to be taken again. */
    WAITS,
    /** It was paused at a safe point. */
    RESTS
  }

  /** Where the operation stands, and why. Immutable. */
  public record Result<S extends Record>(Outcome outcome, S state, List<Problem> problems) {

    /** Texts and remedies of all problems. */
    public String text() {
      return String.join("; ", problems.stream().map(Problem::message).toList());
    }
  }

  private static final String PLAN = "plan-1";

  private final Operation<S> operation;
  private final InMemoryOperationJournal journal = new InMemoryOperationJournal();
  private volatile Optional<OperationRun<S>> run = Optional.empty();
  private volatile boolean aborts;
  private volatile boolean rests;
  private volatile boolean stops;

  /** A driver of an operation that has not begun. */
  public OperationDriver(Operation<S> operation) {
    this.operation = operation;
  }

  /** The journal, which can refuse what is written. */
  public InMemoryOperationJournal journal() {
    return journal;
  }

  /** The state in the journal; empty: nothing is open. */
  public Optional<S> open() {
    return entry().map(entry -> operation.stateType().cast(entry.state()));
  }

  private Optional<Entry> entry() {
    return journal.open(Map.of(operation.kind(), operation.stateType()));
  }

  /** Puts a state into the journal, as a coordinator would have left it. */
  public void leave(S state) {
    journal.write(new Entry(PLAN, operation.kind(), state));
  }

  /** Kills the coordinator when it has written a state for the n-th time from now. */
  public void killAfterWrite(int n) {
    int[] left = {n};
    journal.afterWrite(
        state -> {
          if (--left[0] == 0) {
            throw new Killed();
          }
        });
  }

  /** Aborts the plan: of the coordinator that works now, otherwise of the next one. */
  public void abort() {
    aborts = true;
    tell(OperationRun::abort);
  }

  /** Pauses plans, in the same way. */
  public void rest() {
    rests = true;
    tell(OperationRun::rest);
  }

  /** Plans go on. */
  public void resume() {
    rests = false;
    tell(OperationRun::resume);
  }

  /** Stops the coordinator, in the same way. */
  public void stop() {
    stops = true;
    tell(OperationRun::stop);
  }

  private void tell(Consumer<OperationRun<S>> order) {
    run.ifPresent(order);
  }

  /** Whether it waits within a step for somebody who lets it go on. */
  public boolean isResting() {
    return run.filter(OperationRun::isResting).isPresent();
  }

  /** Begins, and goes on as far as possible. */
  public Result<S> begin(S initial) {
    return drive(OperationRun.of(operation, PLAN, initial, journal, attempt -> Duration.ofDays(1)));
  }

  /** Another coordinator takes over while the plan is being carried out. */
  public Result<S> goOn() {
    OperationRun<S> left = left();
    var unused = left.recover(true, rests);
    left.resume();
    return drive(left);
  }

  /** Another coordinator takes over after the plan has ended. */
  public Result<S> undo() {
    OperationRun<S> left = left();
    left.abort();
    return drive(left);
  }

  private OperationRun<S> left() {
    return OperationRun.left(
        operation, entry().orElseThrow(), journal, attempt -> Duration.ofDays(1));
  }

  private Result<S> drive(OperationRun<S> begun) {
    run = Optional.of(begun);
    if (aborts) {
      begun.abort();
    }
    if (rests) {
      begun.rest();
    }
    if (stops) {
      begun.stop();
    }
    try {
      while (begun.turn() == OperationRun.Turn.STEP) {
        var unused = begun.takeStep();
      }
      return result(begun);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the test was interrupted", e);
    } finally {
      run = Optional.empty();
      aborts = false;
      rests = false;
      stops = false;
    }
  }

  private Result<S> result(OperationRun<S> now) {
    OperationStatus status = now.status();
    if (status.isOver() && !status.isLeft()) {
      journal.clear();
    }
    Optional<Problem> waits = now.waits();
    Outcome outcome =
        status
            .status()
            .end()
            .map(end -> Outcome.valueOf(end.name()))
            .orElse(
                status.isLeft() ? Outcome.LEFT : waits.isPresent() ? Outcome.WAITS : Outcome.RESTS);
    return new Result<>(
        outcome,
        now.current(),
        outcome == Outcome.WAITS ? waits.stream().toList() : status.status().problems());
  }
}
