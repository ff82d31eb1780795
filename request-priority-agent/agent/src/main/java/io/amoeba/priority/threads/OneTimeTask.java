package io.amoeba.priority.threads;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A task that was handed to another executor, and is run once, or taken back. Handing over may fail
 * half way, as when no thread can be started: the task is queued then, although an error was
 * thrown.
 */
final class OneTimeTask extends AtomicBoolean implements Runnable {

  private static final long serialVersionUID = 1L;

  private final transient Runnable task;

  OneTimeTask(Runnable task) {
    this.task = task;
  }

  @Override
  public void run() {
    if (compareAndSet(false, true)) {
      task.run();
    }
  }

  /** Whether it has not begun and never will: the caller runs it elsewhere. */
  boolean takeBack() {
    return compareAndSet(false, true);
  }
}
