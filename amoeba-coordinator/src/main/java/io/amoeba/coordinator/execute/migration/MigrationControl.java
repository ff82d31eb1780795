package io.amoeba.coordinator.execute.migration;

import io.amoeba.coordinator.execute.pause.Pausable;
import io.amoeba.coordinator.execute.pause.PauseGate;

/**
 * What others may do to a migration while it runs: pause it and abort it, both of which take effect
 * at the next safe point, and see how far it has come. Safe points are before the first command,
 * while the new server is greeted or copies data, right before the failover, and between the
 * promotion and the retirement of the former primary. For one run. Safe for concurrent use.
 */
public final class MigrationControl implements Pausable {

  private final PauseGate gate = new PauseGate();
  private volatile boolean left;
  private MigrationProgress progress = new MigrationProgress("", -1);

  /** Nothing further is done until {@link #resume}; a replica goes on copying. */
  @Override
  public void pause() {
    gate.pause();
  }

  /** Goes on after a pause. */
  @Override
  public void resume() {
    gate.resume();
  }

  /** Before the promotion: the new server is made empty again. After it: the old one is kept. */
  @Override
  public void abort() {
    gate.abort();
  }

  /**
   * Nothing further is done, and what has begun stays as it is, for a recovery: the migrator's
   * process ends.
   */
  public void leave() {
    left = true;
    gate.abort();
  }

  /** Whether it was told to {@link #abort} or to {@link #leave}. */
  boolean isAborted() {
    return gate.isAborted();
  }

  /** Whether it was told to {@link #leave}. */
  boolean isLeft() {
    return left;
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
   * @throws MigrationProblem if it is to be left as it is
   */
  void safePoint() {
    boolean passes = gate.passes();
    if (left) {
      throw new MigrationProblem(
          MigrationProblem.Kind.LEFT, "the coordinator ends, and its successor recovers it");
    }
    if (!passes || Thread.currentThread().isInterrupted()) {
      throw new MigrationAborted();
    }
  }
}
