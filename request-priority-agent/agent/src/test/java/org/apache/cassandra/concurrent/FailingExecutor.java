package org.apache.cassandra.concurrent;

/** An executor that fails after it has queued a task, as when no thread can be started. */
public final class FailingExecutor extends SEPExecutor {

  private volatile boolean fails;

  public FailingExecutor(SharedExecutorPool pool, String name) {
    super(pool, 4, size -> {}, "request", name);
    pool.executors.add(this);
  }

  public void setFails(boolean fails) {
    this.fails = fails;
  }

  @Override
  protected <T extends Runnable> T addTask(T task) {
    T added = super.addTask(task);
    if (fails) {
      throw new OutOfMemoryError("unable to create native thread");
    }
    return added;
  }
}
