package io.amoeba.coordinator.operations;

import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.operations.OperationJournal.Entry;
import io.amoeba.coordinator.plan.PlanAction;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out operations on a thread of its own, for one plan at a time, and continues what a
 * former coordinator left. Its journal is cleared when the end of an operation was taken note of.
 * No method but {@link #close} waits for store or job. Safe for concurrent use.
 */
public final class OperationRunner implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OperationRunner.class);

  /** A job that is stopped must not wait long for its next attempt to start. */
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final Map<String, Operation<?>> operations = new LinkedHashMap<>();
  private final OperationJournal journal;
  private final IntFunction<Duration> pauses;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread made = new Thread(task, "amoeba-operations");
            made.setDaemon(true);
            return made;
          });
  private volatile Runnable listener = () -> {};

  // Guarded by this.
  private Optional<OperationRun<?>> run;
  private boolean closed;

  /**
   * A runner that rests, with what its journal says.
   *
   * @param operations one for each kind of change
   * @throws IllegalStateException if the journal cannot be read
   */
  public OperationRunner(List<? extends Operation<?>> operations, OperationJournal journal) {
    this(operations, journal, OperationRunner::pause);
  }

  OperationRunner(
      List<? extends Operation<?>> operations,
      OperationJournal journal,
      IntFunction<Duration> pauses) {
    operations.forEach(operation -> this.operations.put(operation.kind(), operation));
    this.journal = journal;
    this.pauses = pauses;
    Map<String, Class<? extends Record>> states = new LinkedHashMap<>();
    operations.forEach(operation -> states.put(operation.kind(), operation.stateType()));
    run = journal.open(states).map(this::left);
    run.ifPresent(this::start);
  }

  /** 1, 2, 4, 5, 5 … seconds. */
  private static Duration pause(int attempt) {
    Duration pause = Duration.ofSeconds(1L << Math.min(attempt - 1, 10));
    return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
  }

  private OperationRun<?> left(Entry entry) {
    Operation<?> operation = operations.get(entry.kind());
    if (operation == null) {
      throw new IllegalStateException("there is no operation of kind " + entry.kind());
    }
    OperationRun<?> left = OperationRun.left(operation, entry, journal, pauses);
    LOG.info("{} ({}) was left by a former coordinator", entry.plan(), entry.kind());
    return left;
  }

  private void start(OperationRun<?> begun) {
    thread.execute(() -> begun.work(() -> listener.run()));
  }

  /**
   * Runs {@code newListener} when an operation has ended, waits for something, or is half done no
   * more.
   */
  public void onChange(Runnable newListener) {
    listener = newListener;
  }

  /** Whether there is an operation for such plans. */
  public boolean carriesOut(PlanAction action) {
    return operationOf(action).isPresent();
  }

  private Optional<Operation<?>> operationOf(PlanAction action) {
    return operations.values().stream()
        .filter(operation -> operation.carriesOut(action))
        .findFirst();
  }

  /** The operation that is under way, or has ended and was not forgotten. */
  public synchronized Optional<OperationStatus> status() {
    return run.map(OperationRun::status);
  }

  /**
   * Says what becomes of a change that is half done although its plan does not carry on: because a
   * former coordinator left it, because a step could not be taken, or because its plan has failed.
   *
   * @param carriedOut whether its plan is being carried out: then it continues, otherwise it is
   *     undone, or ended where that is too late
   * @param paused whether plans are paused: then it rests where a step allows that
   * @return what is half done; empty: nothing, or all as planned
   */
  public synchronized Optional<Problem> recover(boolean carriedOut, boolean paused) {
    return run.flatMap(now -> now.recover(carriedOut, paused));
  }

  /** Begins the operation for a plan, or continues after a rest; not if there is another one. */
  public synchronized void go(PlanRecord plan) {
    if (run.isPresent()) {
      run.filter(now -> now.plan().equals(plan.id())).ifPresent(OperationRun::resume);
      return;
    }
    if (!closed) {
      run = operationOf(plan.plan().action()).map(operation -> begin(operation, plan));
      run.ifPresent(this::start);
    }
  }

  private <S extends Record> OperationRun<S> begin(Operation<S> operation, PlanRecord plan) {
    return OperationRun.of(operation, plan.id(), operation.initial(plan), journal, pauses);
  }

  /** No plan may carry on for now: what is under way rests at its next safe point. */
  public synchronized void rest() {
    run.ifPresent(OperationRun::rest);
  }

  /** Ends what is under way at its next safe point, and undoes what is half done. */
  public synchronized void abort() {
    run.ifPresent(OperationRun::abort);
  }

  /** Whether what is under way waits for somebody who lets it continue. */
  public synchronized boolean isResting() {
    return run.filter(OperationRun::isResting).isPresent();
  }

  /**
   * Clears the journal after the end of an operation, before the plan's end is noted: a successor
   * would otherwise continue with a plan that has ended.
   *
   * @return whether nothing is open any more; false: it is tried again by the next call
   */
  public synchronized boolean forget() {
    Optional<OperationStatus> ended = status().filter(OperationStatus::isOver);
    if (ended.isEmpty() || ended.get().isLeft()) {
      return false;
    }
    try {
      journal.clear();
    } catch (RuntimeException e) {
      LOG.error("that {} has ended could not be kept; it is tried again", ended.get().plan(), e);
      return false;
    }
    run = Optional.empty();
    return true;
  }

  /** Waits for the next safe point; what takes longer is left to the next coordinator. */
  @Override
  public void close() {
    Duration longest;
    synchronized (this) {
      closed = true;
      run.ifPresent(OperationRun::stop);
      longest = run.map(OperationRun::stopTimeout).orElse(Duration.ZERO);
    }
    thread.shutdown();
    try {
      if (!thread.awaitTermination(longest.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn(
            "operation has not come to a safe point after {} s; the next coordinator continues it",
            longest.toSeconds());
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
