package io.amoeba.coordinator.operations;

import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.operations.OperationJournal.Entry;
import io.amoeba.coordinator.operations.OperationStatus.End;
import io.amoeba.coordinator.plan.PlanProgress;
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
final class OperationRun<S extends Record> implements StepControl {

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
  private final IntFunction<Duration> pauses;

  // Guarded by this.
  private S state;
  private boolean durable;
  private boolean recovering;
  private boolean ordered;
  private boolean resting;
  private boolean plansPaused;
  private boolean aborted;
  private boolean undoing;
  private boolean stopping;
  private boolean parked;
  private boolean over;
  private String says = "";
  private Optional<Problem> waits = Optional.empty();
  private Optional<End> end = Optional.empty();
  private List<Problem> problems = List.of();
  private int attempts;
  private long retryNanos;

  private OperationRun(
      Operation<S> operation,
      String plan,
      S state,
      OperationJournal journal,
      IntFunction<Duration> pauses) {
    this.operation = operation;
    this.plan = plan;
    this.state = state;
    this.journal = journal;
    this.pauses = pauses;
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
    OperationRun<S> run = new OperationRun<>(operation, plan, initial, journal, pauses);
    run.ordered = true;
    return run;
  }

  /** What a former coordinator left; it rests until it is told what becomes of it. */
  static <S extends Record> OperationRun<S> left(
      Operation<S> operation, Entry entry, OperationJournal journal, IntFunction<Duration> pauses) {
    S state = operation.stateType().cast(entry.state());
    OperationRun<S> run = new OperationRun<>(operation, entry.plan(), state, journal, pauses);
    run.durable = true;
    run.resting = true;
    run.recovering = operation.isHalfDone(state);
    run.ordered = !run.recovering;
    return run;
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
    PlanProgress progress = operation.progress(state);
    boolean quiet = over || says.isEmpty();
    return new OperationStatus(
        plan, quiet ? progress : progress.withUnderWay(says), end, problems, over);
  }

  /** Whether it waits for somebody who lets it continue. */
  synchronized boolean isResting() {
    return parked;
  }

  /** Nothing begins before {@link #resume}. */
  synchronized void rest() {
    resting = true;
  }

  /** Continues after a rest. */
  synchronized void resume() {
    resting = false;
    notifyAll();
  }

  /** Ends it at the next safe point, and undoes what is half done. */
  synchronized void abort() {
    if (!aborted) {
      aborted = true;
      ordered = true;
      attempts = 0;
      retryNanos = System.nanoTime();
      notifyAll();
    }
  }

  /** The coordinator stops. */
  synchronized void stop() {
    stopping = true;
    notifyAll();
  }

  /**
   * Says what becomes of what is half done, unless it is part of a plan that is being carried out.
   *
   * @param carriedOut whether its plan is being carried out
   * @param paused whether plans are paused
   * @return what is half done
   */
  synchronized Optional<Problem> recover(boolean carriedOut, boolean paused) {
    if (!recovering || over) {
      return Optional.empty();
    }
    ordered = true;
    plansPaused = paused;
    if (!carriedOut || end.isPresent()) {
      abort();
    }
    notifyAll();
    return Optional.of(waits.orElseGet(() -> operation.halfDone(state)));
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
    LOG.info("{}: {}", plan, status());
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
        case RETRY -> wait(Math.max(1, (retryNanos - System.nanoTime()) / 1_000_000));
      }
    }
  }

  private void park() throws InterruptedException {
    parked = true;
    try {
      wait();
    } finally {
      parked = false;
    }
  }

  /** What is to be done between two steps. */
  synchronized Turn turn() {
    if (over) {
      return Turn.OVER;
    }
    boolean halfDone = operation.isHalfDone(state);
    boolean mayGoOn = halfDone && ordered && waits.isEmpty() && (end.isEmpty() || aborted);
    if (stopping && !mayGoOn) {
      leave();
      return Turn.OVER;
    }
    if (aborted && !halfDone) {
      end(end.orElse(End.ABORTED), problems);
      return Turn.OVER;
    }
    boolean told = halfDone ? ordered && (end.isEmpty() || aborted) : !resting;
    if (!told) {
      return Turn.REST;
    }
    return waits.isPresent() && System.nanoTime() - retryNanos < 0 ? Turn.RETRY : Turn.STEP;
  }

  /**
   * Takes one step.
   *
   * @return whether others must know what happened
   */
  boolean takeStep() throws InterruptedException {
    S from;
    synchronized (this) {
      undoing = aborted;
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
      attempts = 0;
      waits = Optional.empty();
      boolean recovered = recovering && !operation.isHalfDone(state);
      recovering &= !recovered;
      return recovered;
    }
    if (step instanceof Step.Wait<S> wait) {
      return retry(wait.problem());
    }
    if (step instanceof Step.Done<S> done) {
      end(end.orElse(End.DONE), end.isPresent() ? problems : done.notes());
      return false;
    }
    List<Problem> why = ((Step.Failed<S>) step).problems();
    if (!operation.isHalfDone(state)) {
      boolean failedBefore = end.isPresent();
      end(End.FAILED, failedBefore ? problems : why);
      return false;
    }
    if (undoing) {
      return retry(why.isEmpty() ? operation.halfDone(state) : why.get(0));
    }
    end = Optional.of(End.FAILED);
    problems = why;
    recovering = true;
    return true;
  }

  private boolean retry(Problem problem) {
    if (problem.severity() == Severity.ALARM) {
      LOG.error("{} waits: {}", plan, problem.message());
    } else {
      LOG.warn("{} waits: {}", plan, problem.message());
    }
    waits = Optional.of(problem);
    attempts++;
    retryNanos = System.nanoTime() + pauses.apply(attempts).toNanos();
    recovering |= operation.isHalfDone(state);
    return true;
  }

  private synchronized void end(End how, List<Problem> why) {
    end = Optional.of(how);
    problems = why;
    over = true;
  }

  private void leave() {
    end(End.LEFT, List.of());
  }

  @Override
  public synchronized void safePoint() throws InterruptedException {
    while (true) {
      if (stopping || (aborted && !undoing)) {
        throw new StepAborted();
      }
      if (undoing || !(recovering ? plansPaused : resting)) {
        return;
      }
      park();
    }
  }

  @Override
  public synchronized boolean isPaused() {
    return !undoing && (recovering ? plansPaused : resting);
  }

  @Override
  public synchronized boolean isAborted() {
    return aborted;
  }

  @Override
  public synchronized boolean isStopping() {
    return stopping;
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
    return waits;
  }
}
