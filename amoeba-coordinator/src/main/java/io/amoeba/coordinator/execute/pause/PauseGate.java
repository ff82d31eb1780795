package io.amoeba.coordinator.execute.pause;

/**
 * Stops work at its safe points while it is paused, and for good when it is aborted. For one run.
 * Safe for concurrent use.
 */
public final class PauseGate {

  private boolean paused;
  private boolean aborted;
  private boolean resting;

  /** Nothing passes until {@link #resume}. */
  public synchronized void pause() {
    paused = true;
  }

  /** Goes on after a pause. */
  public synchronized void resume() {
    paused = false;
    notifyAll();
  }

  /** Nothing passes any more. */
  public synchronized void abort() {
    aborted = true;
    notifyAll();
  }

  /** Whether the work waits at a safe point. */
  public synchronized boolean isResting() {
    return resting;
  }

  /**
   * Waits out a pause at a safe point.
   *
   * @return whether the work may go on; a thread that is interrupted while it waits aborts
   */
  public synchronized boolean passes() {
    try {
      while (paused && !aborted) {
        resting = true;
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      aborted = true;
    } finally {
      resting = false;
    }
    return !aborted;
  }
}
