package io.amoeba.coordinator.execute.moves;

import io.amoeba.coordinator.execute.pause.Pausable;
import io.amoeba.coordinator.execute.pause.PauseGate;

/**
 * What others may do to moves while they run: pause them and abort them, both of which take effect
 * at the next safe point, and see how far they have come. For one run. Safe for concurrent use.
 */
public final class MoveControl implements Pausable {

  private final PauseGate gate = new PauseGate();
  private MoveProgress progress = new MoveProgress(0, 0, 0);

  /** No further hash slot is begun until {@link #resume}. */
  @Override
  public void pause() {
    gate.pause();
  }

  /** Goes on after a pause. */
  @Override
  public void resume() {
    gate.resume();
  }

  /** No further hash slot is begun. */
  @Override
  public void abort() {
    gate.abort();
  }

  /** Whether no further hash slot is begun. */
  boolean isAborted() {
    return gate.isAborted() || Thread.currentThread().isInterrupted();
  }

  /** Whether it is paused and no hash slot is open. */
  public boolean isResting() {
    return gate.isResting();
  }

  /** How far the moves have come. */
  public synchronized MoveProgress progress() {
    return progress;
  }

  synchronized void begins(int hashSlots) {
    progress = new MoveProgress(0, hashSlots, 0);
  }

  synchronized void keysMoved(long keys) {
    progress =
        new MoveProgress(
            progress.hashSlotsDone(), progress.hashSlots(), progress.keysMoved() + keys);
  }

  synchronized void hashSlotsDone(int hashSlots) {
    progress =
        new MoveProgress(
            progress.hashSlotsDone() + hashSlots, progress.hashSlots(), progress.keysMoved());
  }

  /**
   * Waits out a pause at a safe point.
   *
   * @return whether the next hash slot may begin; an interrupted thread aborts
   */
  boolean passesSafePoint() {
    return gate.passes();
  }
}
