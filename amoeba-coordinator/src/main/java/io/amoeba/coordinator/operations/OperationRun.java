package io.amoeba.coordinator.operations;

import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.operations.OperationJournal.Entry;
import io.amoeba.coordinator.plan.PlanStatus;
import io.amoeba.coordinator.plan.PlanStatus.End;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One operation for one plan, from its first step or from where a former coordinator left it. One
 * thread takes the steps; everything else is safe for concurrent use.
 *
 * @param <S> state of the operation
 */
final class OperationRun<S extends Record> extends SteeredRun {

  /*
   * The state is the durable one at any time, but before the first step and after the last one: a
   * step that throws, or a state that cannot be written, leaves the run where a successor would
   * begin. What was left half done is dealt with by itself ("recovering") until nothing is half
   * done: nobody has compared its plan with store and job since, so that only then the plan goes on,
   * when it is told to.
   */

  private static final Logger LOG = LoggerFactory.getLogger(OperationRun.class);

  /** What is to be done now. */
  enum Turn {
    /** The next step. */
    STEP,
    /** Nothing, before somebody says so. */
    REST,
    /** The same step again, after a pause. */
    RETRY,
    /** Nothing any more. */
    OVER
  }

  private final Operation<S> operation;
  private final String plan;
  private final OperationJournal journal;

  // Guarded by this.
  private final Retry retry;
  private S state;
  private boolean durable;
  private boolean over;
  private String says = "";
  private Optional<End> end = Optional.empty();
  private List<Problem> problems = List.of();

  private OperationRun(
      Operation<S> operation,
      String plan,
      S state,
      boolean left,
      OperationJournal journal,
      IntFunction<Duration> pauses) {
    super(left && operation.isHalfDone(state), left);
    this.operation = operation;
    this.plan = plan;
    this.state = state;
    this.durable = left;
    this.journal = journal;
    this.retry = new Retry(plan, pauses);
  }

  /**
   * A run that has not begun.
   *
   * @param pauses before an attempt to take a step again, by the number of the attempt
   */
  static <S extends Record> OperationRun<S> of(
      Operation<S> operation,
      String plan,
      S initial,
      OperationJournal journal,
      IntFunction<Duration> pauses) {
    return new OperationRun<>(operation, plan, initial, false, journal, pauses);
  }

  /** What a former coordinator left; it rests until it is told what becomes of it. */
  static <S extends Record> OperationRun<S> left(
      Operation<S> operation, Entry entry, OperationJournal journal, IntFunction<Duration> pauses) {
    S state = operation.stateType().cast(entry.state());
    return new OperationRun<>(operation, entry.plan(), state, true, journal, pauses);
  }

  String plan() {
    return plan;
  }

  /** How long a step may take when the coordinator stops. */
  Duration stopTimeout() {
    return operation.stopTimeout();
  }

  /** How it stands. */
  synchronized OperationStatus status() {
    String phase = over ? "" : says.isEmpty() ? operation.phase(state) : says;
    List<Problem> shown = end.isPresent() ? problems : retry.problem().stream().toList();
    return new OperationStatus(
        plan, new PlanStatus(operation.progress(state), phase, shown, end), over);
  }

  @Override
  synchronized void abort() {
    if (!isAborted()) {
      retry.beginAnew();
      super.abort();
    }
  }

  /**
   * Says what becomes of what is half done, unless it is part of a plan that is being carried out.
   *
   * @param carriedOut whether its plan is being carried out
   * @param paused whether plans are paused
   * @return what is half done
   */
  synchronized Optional<Problem> recover(boolean carriedOut, boolean paused) {
    if (!isRecovering() || over) {
      return Optional.empty();
    }
    goOnRecovering(paused);
    if (!carriedOut || end.isPresent()) {
      abort();
    }
    return Optional.of(retry.problem().orElseGet(() -> operation.halfDone(state)));
  }

  /**
   * Takes steps until it is over.
   *
   * @param listener is run when something has happened that others must know
   */
  void work(Runnable listener) {
    try {
      while (awaitTurn()) {
        if (takeStep()) {
          listener.run();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      leave();
    }
    listener.run();
  }

  private synchronized boolean awaitTurn() throws InterruptedException {
    while (true) {
      switch (turn()) {
        case STEP -> {
          return true;
        }
        case OVER -> {
          return false;
        }
        case REST -> park();
        case RETRY -> wait(retry.pauseMillis());
      }
    }
  }

  /** What is to be done between two steps. */
  synchronized Turn turn() {
    if (over) {
      return Turn.OVER;
    }
    boolean halfDone = operation.isHalfDone(state);
    boolean mayStep = mayStep(halfDone, end.isPresent());
    if (isStopping() && !(halfDone && mayStep && retry.problem().isEmpty())) {
      leave();
      return Turn.OVER;
    }
    if (isAborted() && !halfDone) {
      end(end.or(() -> Optional.of(End.ABORTED)), problems);
      return Turn.OVER;
    }
    if (!mayStep) {
      return Turn.REST;
    }
    return retry.isPausing() ? Turn.RETRY : Turn.STEP;
  }

  /**
   * Takes one step.
   *
   * @return whether others must know what happened
   */
  boolean takeStep() throws InterruptedException {
    S from;
    boolean undoing;
    synchronized (this) {
      undoing = beginUndoing();
      from = state;
      if (undoing && !operation.isHalfDone(from)) {
        return false; // it was aborted since its turn
      }
    }
    Step<S> step;
    try {
      if (!durable) {
        write(from);
      }
      step = undoing ? operation.undo(from, this) : operation.step(from, this);
      if (!endsWith(step)) {
        write(step.state());
      }
    } catch (StepAborted e) {
      if (isStopping()) {
        leave();
      }
      return false;
    } catch (RuntimeException e) {
      if (isStopping()) {
        LOG.warn("{} is left to the next coordinator", plan, e);
        leave();
        return false;
      }
      step = thrown(e);
    }
    return accept(step);
  }

  private boolean endsWith(Step<S> step) {
    return step instanceof Step.Done
        || (step instanceof Step.Failed && !operation.isHalfDone(step.state()));
  }

  private synchronized Step<S> thrown(RuntimeException e) {
    String reason = String.valueOf(e.getMessage());
    if (!durable) {
      LOG.error("{} does not begin", plan, e);
      return failed("nothing was changed: " + reason);
    }
    if (!operation.isHalfDone(state)) {
      LOG.error("{} cannot continue", plan, e);
      return failed(reason);
    }
    LOG.error("{} cannot continue; the coordinator retries", plan, e);
    Problem half = operation.halfDone(state);
    return new Step.Wait<>(
        state,
        new Problem(
            half.code(),
            half.severity(),
            half.subject(),
            half.text() + " and cannot continue: " + reason,
            half.remedy()));
  }

  private Step<S> failed(String reason) {
    return new Step.Failed<>(state, List.of(Problem.error("OPERATION_FAILED", reason, "")));
  }

  private synchronized boolean accept(Step<S> step) {
    state = step.state();
    says = "";
    if (step instanceof Step.Continue) {
      retry.succeeded();
      boolean recovered = isRecovering() && !operation.isHalfDone(state);
      if (recovered) {
        recovers(false);
      }
      return recovered;
    }
    if (step instanceof Step.Wait<S> wait) {
      return retryAfter(wait.problem());
    }
    if (step instanceof Step.Done<S> done) {
      end(end.or(() -> Optional.of(End.DONE)), end.isPresent() ? problems : done.notes());
      return false;
    }
    List<Problem> why = ((Step.Failed<S>) step).problems();
    if (!operation.isHalfDone(state)) {
      boolean failedBefore = end.isPresent();
      end(Optional.of(End.FAILED), failedBefore ? problems : why);
      return false;
    }
    if (isUndoing()) {
      return retryAfter(why.isEmpty() ? operation.halfDone(state) : why.get(0));
    }
    end = Optional.of(End.FAILED);
    problems = why;
    recovers(true);
    return true;
  }

  private boolean retryAfter(Problem problem) {
    retry.after(problem);
    recovers(isRecovering() || operation.isHalfDone(state));
    return true;
  }

  private synchronized void end(Optional<End> how, List<Problem> why) {
    end = how;
    problems = why;
    over = true;
  }

  private void leave() {
    end(Optional.empty(), List.of());
  }

  @Override
  public synchronized void says(String text) {
    says = text;
  }

  /** Not under the lock, since it waits for the disk: only the thread of the steps changes it. */
  @Override
  public void write(Record next) {
    S written = operation.stateType().cast(next);
    if (durable && written.equals(current())) {
      return;
    }
    journal.write(new Entry(plan, operation.kind(), written));
    synchronized (this) {
      state = written;
      durable = true;
    }
  }

  /** The state that it would continue from. */
  synchronized S current() {
    return state;
  }

  /** Why the last step could not be taken. */
  synchronized Optional<Problem> waits() {
    return retry.problem();
  }
}
