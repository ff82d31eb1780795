package io.amoeba.coordinator.execute.migration;

import io.amoeba.coordinator.execute.pause.PauseGate;

/**
 * What others may do to a migration while it runs: pause it and abort it, both of which take effect
 * at the next safe point, and see how far it has come. Safe points are before the first command,
 * while the new server is greeted or copies data, right before the fail-over, and between the
 * promotion and the retirement of the former primary. For one run. Safe for concurrent use.
 */
public final class MigrationControl {

  private final PauseGate gate = new PauseGate();
  private MigrationProgress progress = new MigrationProgress("", -1);

  /** Nothing further is done until {@link #resume}; a replica goes on copying. */
  public void pause() {
    gate.pause();
  }

  /** Goes on after a pause. */
  public void resume() {
    gate.resume();
  }

  /** Before the promotion: the new server is made empty again. After it: the old one is kept. */
  public void abort() {
    gate.abort();
  }

  /** Whether it is paused at a safe point. */
  public boolean isResting() {
    return gate.isResting();
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
  void safePoint() {
    if (!gate.passes() || Thread.currentThread().isInterrupted()) {
      throw new MigrationAborted();
    }
  }
}
