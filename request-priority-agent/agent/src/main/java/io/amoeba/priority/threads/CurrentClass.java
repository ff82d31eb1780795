package io.amoeba.priority.threads;

import io.amoeba.priority.protocol.service.ServiceClass;
import io.netty.util.concurrent.FastThreadLocal;
import org.jspecify.annotations.Nullable;

/**
 * The class of what a thread does now: that of its marked request or its task, low on the low
 * class's own threads, and otherwise normal. Tasks that the thread adds to executors, and messages
 * that it sends, have it, too. One for each thread, which alone uses it.
 */
public final class CurrentClass {

  private static final FastThreadLocal<CurrentClass> THREADS =
      new FastThreadLocal<>() {
        @Override
        protected CurrentClass initialValue() {
          return new CurrentClass();
        }
      };

  private ServiceClass serviceClass = ServiceClass.NORMAL;
  private @Nullable MarkedRequest request;
  private boolean lowThread;
  private boolean worker;
  private boolean lockFreeWrite;

  private CurrentClass() {}

  /** That of the calling thread. */
  public static CurrentClass get() {
    return THREADS.get();
  }

  public ServiceClass serviceClass() {
    return serviceClass;
  }

  /** The marked request that the thread executes; null: none. */
  public @Nullable MarkedRequest request() {
    return request;
  }

  /** Whether the thread is one of the low class's own. */
  public boolean isLowThread() {
    return lowThread;
  }

  /**
   * Whether the thread's tasks may go to the low class's threads: it is one of them, or hands over
   * what has arrived. Of the other threads, one that works may hold a lock while it waits for its
   * tasks.
   */
  public boolean mayRedirect() {
    return lowThread || !worker;
  }

  /** The thread has taken a task from an executor's queue, and runs it next. */
  public void beginTask(ServiceClass ofTask) {
    worker = true;
    serviceClass = lowThread ? ServiceClass.LOW : ofTask;
  }

  /** From now on all that the thread does is low. */
  public void becomeLowThread() {
    lowThread = true;
    serviceClass = ServiceClass.LOW;
  }

  /**
   * Whether the request's current write takes no lock for which other classes wait. False outside
   * of writes of which that is known.
   */
  public boolean isLockFreeWrite() {
    return lockFreeWrite;
  }

  public void setLockFreeWrite(boolean lockFree) {
    lockFreeWrite = lockFree;
  }

  /**
   * The thread begins to execute a marked request.
   *
   * @param acting whether its tasks have its class
   */
  public void begin(MarkedRequest marked, boolean acting) {
    request = marked;
    if (acting) {
      serviceClass = marked.serviceClass();
    }
  }

  /** The thread has executed its request. */
  public void end() {
    request = null;
    lockFreeWrite = false;
    serviceClass = lowThread ? ServiceClass.LOW : ServiceClass.NORMAL;
  }

  /** For the time in which the thread adds a task of another class; returns the one before. */
  public ServiceClass swap(ServiceClass other) {
    ServiceClass before = serviceClass;
    serviceClass = other;
    return before;
  }
}
