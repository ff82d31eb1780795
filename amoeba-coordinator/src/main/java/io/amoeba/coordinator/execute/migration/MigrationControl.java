package io.amoeba.coordinator.execute.migration;

/**
 * What others may do to a migration while it runs: pause it and abort it, both of which take effect
 * at the next safe point, and see how far it has come. Safe points are before the first command,
 * while the new server is greeted or copies data, right before the fail-over, and between the
 * promotion and the retirement of the former primary. For one run. Safe for concurrent use.
 */
public final class MigrationControl {

  private boolean paused;
  private boolean aborted;
  private boolean resting;
  private MigrationProgress progress = new MigrationProgress("", -1);

  /** Nothing further is done until {@link #resume}; a replica goes on copying. */
  public synchronized void pause() {
    paused = true;
  }

  /** Goes on after a pause. */
  public synchronized void resume() {
    paused = false;
    notifyAll();
  }

  /** Before the promotion: the new server is made empty again. After it: the old one is kept. */
  public synchronized void abort() {
    aborted = true;
    notifyAll();
  }

  /** Whether it is paused at a safe point. */
  public synchronized boolean isResting() {
    return resting;
  }

  /** How far the migration has come. */
  public synchronized MigrationProgress progress() {
    return progress;
  }

  synchronized void at(MigrationPhase phase, String waitingFor, long lagBytes) {
    String text = waitingFor.isEmpty() ? phase.name() : phase.name() + ": " + waitingFor;
    progress = new MigrationProgress(text, lagBytes);
  }

  /**
   * Waits out a pause at a safe point.
   *
   * @throws MigrationAborted if nothing further is to be done; an interrupted thread aborts
   */
  synchronized void safePoint() {
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
    if (aborted || Thread.currentThread().isInterrupted()) {
      throw new MigrationAborted();
    }
  }
}
