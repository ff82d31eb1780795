package io.amoeba.priority.admission;

import io.amoeba.priority.protocol.admission.Admission;
import io.amoeba.priority.protocol.entitlement.ServedClass;
import io.amoeba.priority.protocol.service.ServiceClass;
import io.amoeba.priority.threads.CurrentClass;
import io.amoeba.priority.threads.MarkedRequest;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.cassandra.concurrent.DebuggableTask.RunnableDebuggableTask;
import org.apache.cassandra.concurrent.SEPExecutor;
import org.jspecify.annotations.Nullable;

/**
 * A client's request with its class, in the place of the task that stock submits. Whatever is
 * thrown where, the stock task runs once: here, or where {@link #takeBack} says. Handed from the
 * event loop to one thread.
 */
final class ClassedRequest implements RunnableDebuggableTask, MarkedRequest {

  private static final int NOT_COUNTED = -1;

  private final RunnableDebuggableTask task;
  private final SEPExecutor executor;
  private final ServedClass served;
  private final RequestFlow flow;
  private final boolean locking;
  private final long bytes;
  private final long arrivedNanos;

  private final AtomicBoolean taken = new AtomicBoolean();

  /** Written before it is handed to an executor. */
  private long handedOverNanos;

  private @Nullable Admission admission;
  private volatile boolean shed;

  /** Used by the executing thread only. */
  private int counted = NOT_COUNTED;

  private int waits;

  ClassedRequest(
      RunnableDebuggableTask task,
      SEPExecutor executor,
      ServedClass served,
      RequestFlow flow,
      boolean locking,
      long bytes,
      long nowNanos) {
    this.task = task;
    this.executor = executor;
    this.served = served;
    this.flow = flow;
    this.locking = locking;
    this.bytes = bytes;
    this.arrivedNanos = nowNanos;
    this.handedOverNanos = nowNanos;
  }

  /** Whether the stock task has not begun and never will: the caller submits it as stock does. */
  boolean takeBack() {
    return taken.compareAndSet(false, true);
  }

  @Override
  public void run() {
    if (!taken.compareAndSet(false, true)) {
      flow.ended(this);
      return;
    }
    long startedNanos = System.nanoTime();
    CurrentClass thread = CurrentClass.get();
    try {
      begin(thread, startedNanos);
      task.run();
    } finally {
      thread.end();
      flow.ended(this, startedNanos);
    }
  }

  private void begin(CurrentClass thread, long nowNanos) {
    try {
      if (served.serviceClass() == ServiceClass.HIGH) {
        flow.highStarts();
      }
      thread.begin(this, flow.isActing());
      if (served.serviceClass() == ServiceClass.HIGH) {
        counted = flow.highBegins(nowNanos);
      }
    } catch (RuntimeException | Error e) {
      // The request is served all the same.
      flow.failed();
    }
  }

  /** Takes effect before the thread that runs it begins. */
  void shed() {
    shed = true;
  }

  void admitted(Admission as, long nowNanos) {
    admission = as;
    handedOverNanos = nowNanos;
  }

  @Nullable Admission admission() {
    return admission;
  }

  /** What {@link RequestFlow#highBegins} gave, once; negative: it is not counted. */
  int uncount() {
    int was = counted;
    counted = NOT_COUNTED;
    return was;
  }

  @Override
  public void beginWait() {
    if (served.serviceClass() == ServiceClass.HIGH && waits++ == 0) {
      flow.highEnds(uncount());
    }
  }

  @Override
  public void endWait() {
    if (served.serviceClass() == ServiceClass.HIGH && --waits == 0) {
      counted = flow.highBegins(System.nanoTime());
    }
  }

  @Override
  public @Nullable RuntimeException errorInstead() {
    try {
      return shed ? flow.overloaded() : served.problem() == null ? null : flow.report(served);
    } catch (RuntimeException | Error e) {
      flow.failed();
      return null;
    }
  }

  @Override
  public ServiceClass serviceClass() {
    return served.serviceClass();
  }

  SEPExecutor executor() {
    return executor;
  }

  /** Whether others may wait for a lock that it takes: it stays on shared threads. */
  boolean isLocking() {
    return locking;
  }

  long bytes() {
    return bytes;
  }

  long arrivedNanos() {
    return arrivedNanos;
  }

  long handedOverNanos() {
    return handedOverNanos;
  }

  @Override
  public long creationTimeNanos() {
    return task.creationTimeNanos();
  }

  @Override
  public long startTimeNanos() {
    return task.startTimeNanos();
  }

  @Override
  public String description() {
    return task.description();
  }
}
