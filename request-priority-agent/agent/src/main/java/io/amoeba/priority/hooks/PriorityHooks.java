package io.amoeba.priority.hooks;

import io.amoeba.priority.protocol.queue.ClassedTaskQueue;
import io.amoeba.priority.protocol.queue.TaskClasses;
import io.amoeba.priority.protocol.service.ServiceClass;
import io.amoeba.priority.threads.CurrentClass;
import io.amoeba.priority.threads.MarkedRequest;
import io.netty.channel.Channel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.cassandra.concurrent.DebuggableTask.RunningDebuggableTask;
import org.apache.cassandra.concurrent.SEPExecutor;
import org.apache.cassandra.concurrent.SharedExecutorPool;
import org.apache.cassandra.db.IMutation;
import org.apache.cassandra.net.ParamType;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.Message;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one class that patched methods of Cassandra call; its state is the node's. Until the node has
 * started, and wherever it throws, all is stock's. Safe for concurrent use.
 */
public final class PriorityHooks {

  /** Of executors that are made before the node starts, too. */
  private static final TaskClasses BY_ADDING_THREAD = new ClassesByAddingThread();

  private static final Logger logger = LoggerFactory.getLogger(PriorityHooks.class);

  private static volatile @Nullable PriorityNode node;
  private static boolean begun;

  private PriorityHooks() {}

  /** Cassandra has set up, and serves no client yet; once in the life of a process. */
  public static synchronized void started() {
    if (!begun) {
      begun = true;
      try {
        PriorityNode starting = PriorityNode.start();
        node = starting;
        // Its threads call back.
        starting.pool().start();
      } catch (Throwable e) {
        // A low class without a first thread would wait for ever.
        node = null;
        logger.error("Request priority has not started: all requests are served alike", e);
      }
    }
  }

  /** Tasks have the class of the thread that adds them, and so has what they add in turn. */
  private static final class ClassesByAddingThread implements TaskClasses {

    @Override
    public ServiceClass of(Runnable task) {
      return node == null ? ServiceClass.NORMAL : CurrentClass.get().serviceClass();
    }

    @Override
    public boolean isOrdered() {
      PriorityNode running = node;
      return running != null && running.isOrderingTasks();
    }

    @Override
    public long nowNanos() {
      return System.nanoTime();
    }

    @Override
    public void taken(ServiceClass serviceClass, long waitedNanos) {
      PriorityNode running = node;
      if (running != null) {
        CurrentClass.get().beginTask(running.isActing() ? serviceClass : ServiceClass.NORMAL);
        if (serviceClass == ServiceClass.HIGH) {
          running.flow().highWaited(waitedNanos);
        }
      }
    }
  }

  /** The queue of a new executor. */
  public static ConcurrentLinkedQueue<Runnable> queue(Queue<Runnable> stock) {
    ClassedTaskQueue queue = new ClassedTaskQueue(BY_ADDING_THREAD);
    queue.addAll(stock);
    return queue;
  }

  /** A task is submitted; true: it is taken care of. */
  public static boolean submit(SEPExecutor executor, Runnable task) {
    PriorityNode running = node;
    return running != null
        && task instanceof Dispatcher.RequestProcessor
        && running.flow().submit(executor, (Dispatcher.RequestProcessor<?>) task);
  }

  /** A task is added to an executor; true: another one has it. */
  public static boolean addTask(SEPExecutor executor, Runnable task) {
    PriorityNode running = node;
    if (running == null) {
      return false;
    }
    CurrentClass thread = CurrentClass.get();
    return thread.serviceClass() == ServiceClass.LOW
        && running.pool().redirect(executor, task, thread);
  }

  /** A task may run at once; true: it has, or another thread has it. */
  public static boolean runInline(SEPExecutor executor, Runnable task) {
    PriorityNode running = node;
    if (running == null) {
      return false;
    }
    CurrentClass thread = CurrentClass.get();
    return (thread.request() != null || thread.isLowThread())
        && running.pool().runInline(executor, task, thread);
  }

  /** First on each thread of an executors' pool. */
  public static void workerStarts(SharedExecutorPool pool) {
    PriorityNode running = node;
    if (running != null) {
      running.pool().workerStarts(pool);
    }
  }

  /** A pool without an idle worker has work; true: another thread starts one. */
  public static boolean startsElsewhere(SharedExecutorPool pool, Object work) {
    PriorityNode running = node;
    if (running == null || !CurrentClass.get().isLowThread() || running.pool().owns(pool)) {
      return false;
    }
    running.starter().schedule(pool, work);
    return true;
  }

  /** A thread that the calling one is about to start, or one in its place. */
  public static Thread madeThread(Thread stock, ThreadGroup group, Runnable task) {
    PriorityNode running = node;
    return running == null || !CurrentClass.get().isLowThread()
        ? stock
        : running.starter().withStarter(stock, group, task);
  }

  /** The running tasks of a pool. */
  public static List<RunningDebuggableTask> runningTasks(
      SharedExecutorPool pool, List<RunningDebuggableTask> stock) {
    PriorityNode running = node;
    if (running == null || pool != SharedExecutorPool.SHARED) {
      return stock;
    }
    List<RunningDebuggableTask> all = new ArrayList<>(stock);
    all.addAll(running.pool().runningTasks());
    return all;
  }

  /** A client's connection registers for events. */
  public static void registered(Channel connection) {
    PriorityNode running = node;
    if (running != null) {
      running.control().registered(connection);
    }
  }

  /** The error to answer a request with; null: it is executed. */
  public static @Nullable Throwable errorInstead() {
    if (node == null) {
      return null;
    }
    MarkedRequest request = CurrentClass.get().request();
    return request == null ? null : request.errorInstead();
  }

  /** A request was executed, with or without an error. Throws nothing. */
  public static void executed(Message.Request request, Dispatcher.RequestTime time) {
    PriorityNode running = node;
    if (running != null) {
      running.executed(request, time);
    }
  }

  /** The thread begins to wait for replicas. */
  public static void beginWait() {
    MarkedRequest request = node == null ? null : CurrentClass.get().request();
    if (request != null) {
      request.beginWait();
    }
  }

  /** The thread has waited for replicas. */
  public static void endWait() {
    MarkedRequest request = node == null ? null : CurrentClass.get().request();
    if (request != null) {
      request.endWait();
    }
  }

  /** The thread begins to write. */
  public static void beginWrite(Collection<? extends IMutation> writes, boolean logged) {
    PriorityNode running = node;
    if (running == null) {
      return;
    }
    CurrentClass thread = CurrentClass.get();
    if (thread.request() != null && thread.serviceClass() == ServiceClass.LOW) {
      // A logged batch writes to tables of Cassandra's own, too.
      thread.setLockFreeWrite(!logged && running.locks().areAvoidedBy(writes));
    }
  }

  /** The thread has written. */
  public static void endWrite() {
    if (node != null) {
      CurrentClass.get().setLockFreeWrite(false);
    }
  }

  /** The parameters of a message that the thread sends. */
  public static Map<ParamType, Object> params(Map<ParamType, Object> stock) {
    PriorityNode running = node;
    return running == null
        ? stock
        : running.messages().params(stock, CurrentClass.get().serviceClass());
  }

  /** A peer's message is about to go to its stage. The thread's class before; null: the same. */
  public static @Nullable ServiceClass beginMessage(Runnable message) {
    PriorityNode running = node;
    if (running == null) {
      return null;
    }
    ServiceClass serviceClass = running.messages().classOf(message);
    if (serviceClass == ServiceClass.HIGH) {
      running.flow().highArrives();
    }
    if (serviceClass == ServiceClass.NORMAL) {
      return null;
    }
    CurrentClass thread = CurrentClass.get();
    thread.setLockFreeWrite(
        serviceClass == ServiceClass.LOW && running.messages().isLockFreeWrite(message));
    return thread.swap(serviceClass);
  }

  /** It has gone. */
  public static void endMessage(@Nullable ServiceClass before) {
    if (before != null) {
      CurrentClass thread = CurrentClass.get();
      thread.setLockFreeWrite(false);
      thread.swap(before);
    }
  }

  /** Whether the thread works for the low class. */
  public static boolean isLow() {
    PriorityNode running = node;
    return running != null
        && CurrentClass.get().serviceClass() == ServiceClass.LOW
        && running.isActing();
  }

  /** Cassandra stops to serve clients, and asks whether their requests have ended. */
  public static boolean isDone(boolean stock) {
    PriorityNode running = node;
    return running == null ? stock : running.drain() && stock;
  }
}
