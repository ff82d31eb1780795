package io.amoeba.priority.threads;

import io.amoeba.agentkit.threads.NiceValue;
import io.amoeba.priority.agent.AgentOptions.InlineLocal;
import io.amoeba.priority.agent.AgentOptions.ThreadOptions;
import io.amoeba.priority.protocol.service.ServiceClass;
import io.amoeba.priority.settings.PriorityCounters;
import io.amoeba.priority.settings.PrioritySettings;
import java.util.List;
import org.apache.cassandra.concurrent.DebuggableTask.RunningDebuggableTask;
import org.apache.cassandra.concurrent.ExecutionFailure;
import org.apache.cassandra.concurrent.LocalAwareExecutorPlus;
import org.apache.cassandra.concurrent.SEPExecutor;
import org.apache.cassandra.concurrent.SharedExecutorPool;
import org.apache.cassandra.concurrent.Stage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The low class's own threads, with a raised nice value: twins of the executors for requests, reads
 * and writes. They are stock executors, so thread pools' views show them. Safe for concurrent use.
 */
public final class LowPool {

  /*
   * A thread with a raised nice value that holds a lock stops those that wait for it, whatever their
   * class. So what locks stays on the shared threads: all stages but the two below, and of writes
   * those of which it is not known that they take no shared lock. The class counts there for the
   * order of tasks only. Cassandra runs a local part on the thread that brings it whenever others
   * wait for a thread of its stage; from a low thread it is handed over instead.
   */

  private static final Logger logger = LoggerFactory.getLogger(LowPool.class);

  private final PrioritySettings settings;
  private final PriorityCounters counters;
  private final int nice;
  private final SharedExecutorPool pool = new SharedExecutorPool("LowPriority");
  private final SEPExecutor requests;
  private final SEPExecutor sharedReads;
  private final SEPExecutor sharedWrites;
  private final SEPExecutor reads;
  private final SEPExecutor writes;

  public LowPool(ThreadOptions options, PrioritySettings settings, PriorityCounters counters) {
    this(
        options,
        settings,
        counters,
        (SEPExecutor) Stage.READ.executor(),
        (SEPExecutor) Stage.MUTATION.executor());
  }

  LowPool(
      ThreadOptions options,
      PrioritySettings settings,
      PriorityCounters counters,
      SEPExecutor sharedReads,
      SEPExecutor sharedWrites) {
    this.settings = settings;
    this.counters = counters;
    this.sharedReads = sharedReads;
    this.sharedWrites = sharedWrites;
    nice = options.nice();
    requests = executor(options.low(), "transport", "Native-Transport-Requests-Low");
    reads = executor(options.low(), "request", "ReadStage-Low");
    writes = executor(options.low(), "request", "MutationStage-Low");
  }

  private SEPExecutor executor(int threads, String jmxPath, String name) {
    LocalAwareExecutorPlus made = pool.newExecutor(threads, jmxPath, name);
    return (SEPExecutor) made;
  }

  /** Starts a first thread, which logs its nice value. */
  public void start() {
    if (nice > 0) {
      NettyRecycler.check();
    }
    requests.execute(
        () ->
            logger.info(
                "Requests of the low class run on threads {}",
                counters.niceThreads() > 0
                    ? "with a nice value raised by " + nice
                    : "with the nice value of others: none was raised"));
  }

  /** The executor of low requests. */
  public SEPExecutor requests() {
    return requests;
  }

  /** Whether no low request is executed or waits for a thread. */
  public boolean isIdle() {
    return requests.getPendingTaskCount() == 0 && requests.getActiveTaskCount() == 0;
  }

  /** The low requests that run. */
  public List<RunningDebuggableTask> runningTasks() {
    return pool.runningTasks();
  }

  /** Whether a pool's threads are the low class's. */
  public boolean owns(SharedExecutorPool other) {
    return other == pool;
  }

  /** First on a new thread of any pool. */
  public void workerStarts(SharedExecutorPool its) {
    if (!owns(its)) {
      return;
    }
    CurrentClass.get().becomeLowThread();
    if (nice == 0) {
      return;
    }
    if (NiceValue.raise(nice)) {
      counters.niceApplied();
    }
  }

  /**
   * Hands a stage's low task to the twin of the stage.
   *
   * @return false: it stays where it is
   */
  public boolean redirect(SEPExecutor executor, Runnable task, CurrentClass thread) {
    SEPExecutor twin = thread.mayRedirect() ? twin(executor, thread) : null;
    return twin != null && settings.isActing() && settings.isOwnThreads() && handOver(twin, task);
  }

  /** False: it has failed, and the task belongs to the caller. */
  private boolean handOver(SEPExecutor executor, Runnable task) {
    OneTimeTask once = new OneTimeTask(task);
    try {
      executor.execute(once);
      return true;
    } catch (Throwable e) {
      counters.hookFailed();
      return !once.takeBack();
    }
  }

  private @Nullable SEPExecutor twin(SEPExecutor executor, CurrentClass thread) {
    if (executor == sharedReads) {
      return reads;
    }
    return executor == sharedWrites && thread.isLockFreeWrite() ? writes : null;
  }

  /**
   * Runs the local part of a marked request on the thread that executes the request, or hands it
   * over where that is a low thread that must not run it.
   *
   * @return false: it has not begun, and the caller does with it as stock does
   */
  public boolean runInline(SEPExecutor executor, Runnable task, CurrentClass thread) {
    if (!mayRunInline(executor, thread)) {
      return thread.isLowThread() && handOver(executor, task);
    }
    try {
      task.run();
    } catch (Throwable e) {
      // As the executor does. From here on the task has begun: it must not be run again.
      handle(e);
    }
    return true;
  }

  private boolean mayRunInline(SEPExecutor executor, CurrentClass thread) {
    if (thread.request() == null || !settings.isActing()) {
      return false;
    }
    InlineLocal inline = settings.inlineLocal();
    if (thread.serviceClass() == ServiceClass.HIGH) {
      return inline == InlineLocal.HIGH_AND_LOW
          && (executor == sharedReads || executor == sharedWrites);
    }
    return inline != InlineLocal.OFF && thread.isLowThread() && twin(executor, thread) != null;
  }

  private void handle(Throwable thrown) {
    try {
      ExecutionFailure.handle(thrown);
    } catch (Throwable e) {
      counters.hookFailed();
    }
  }
}
