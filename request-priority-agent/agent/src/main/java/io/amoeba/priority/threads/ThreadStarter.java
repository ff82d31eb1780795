package io.amoeba.priority.threads;

import io.netty.util.concurrent.FastThreadLocalThread;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.concurrent.SharedExecutorPool;

/**
 * Starts the threads that low threads need, such as one that flushes a memtable: a thread inherits
 * the nice value of the one that starts it, and cannot lower its own. Safe for concurrent use.
 */
public final class ThreadStarter {

  private static final MethodHandle SCHEDULE = schedule();

  private final ThreadPoolExecutor starter =
      new ThreadPoolExecutor(
          1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), ThreadStarter::daemon);

  private static MethodHandle schedule() {
    Class<?> pool = SharedExecutorPool.class;
    try {
      Class<?> work = Class.forName("org.apache.cassandra.concurrent.SEPWorker$Work");
      return MethodHandles.privateLookupIn(pool, MethodHandles.lookup())
          .findVirtual(pool, "schedule", MethodType.methodType(void.class, work))
          .asType(MethodType.methodType(void.class, SharedExecutorPool.class, Object.class));
    } catch (ReflectiveOperationException e) {
      // The symbols were checked at the start.
      throw new LinkageError("SharedExecutorPool#schedule", e);
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new FastThreadLocalThread(task, "RequestPriorityThreadStarter");
    thread.setDaemon(true);
    return thread;
  }

  /** Called by a thread with the nice value that others are to have. */
  public void start() {
    starter.prestartCoreThread();
  }

  /** The same thread, not started yet, but without the nice value of the one that starts it. */
  public Thread withStarter(Thread made, ThreadGroup group, Runnable task) {
    Thread thread = new StartedElsewhere(group, task, made.getName(), starter);
    thread.setDaemon(made.isDaemon());
    return thread;
  }

  /** Has the pool find, or start, a worker for some work. */
  public void schedule(SharedExecutorPool pool, Object work) {
    starter.execute(
        () -> {
          try {
            SCHEDULE.invokeExact(pool, work);
          } catch (Throwable e) {
            // Such as a lack of memory for a thread: as in the pool, for its caller to see.
            throw new IllegalStateException("no thread could be started", e);
          }
        });
  }

  /** Started by another thread than the caller of {@link #start}, which waits for that. */
  private static final class StartedElsewhere extends FastThreadLocalThread {

    private final Executor starter;

    StartedElsewhere(ThreadGroup group, Runnable task, String name, Executor starter) {
      super(group, task, name);
      this.starter = starter;
    }

    @Override
    public void start() {
      CompletableFuture.runAsync(super::start, starter).join();
    }
  }
}
