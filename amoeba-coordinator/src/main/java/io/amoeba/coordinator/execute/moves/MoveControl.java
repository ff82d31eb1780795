package io.amoeba.coordinator.execute.moves;

/**
 * What others may do to moves while they run: pause them and abort them, both of which take effect
 * at the next safe point, and see how far they have come. For one run. Safe for concurrent use.
 */
public final class MoveControl {

  private boolean paused;
  private boolean aborted;
  private boolean resting;
  private MoveProgress progress = new MoveProgress(0, 0, 0);

  /** No further hash slot is begun until {@link #resume}. */
  public synchronized void pause() {
    paused = true;
  }

  /** Goes on after a pause. */
  public synchronized void resume() {
    paused = false;
    notifyAll();
  }

  /** No further hash slot is begun. */
  public synchronized void abort() {
    aborted = true;
    notifyAll();
  }

  /** Whether it is paused and no hash slot is open. */
  public synchronized boolean isResting() {
    return resting;
  }

  /** How far the moves have come. */
  public synchronized MoveProgress progress() {
    return progress;
  }

  synchronized void begins(int hashSlots) {
    progress = new MoveProgress(0, hashSlots, 0);
  }

  synchronized void keysMoved(int keys) {
    progress =
        new MoveProgress(
            progress.hashSlotsDone(), progress.hashSlots(), progress.keysMoved() + keys);
  }

  synchronized void hashSlotDone() {
    progress =
        new MoveProgress(progress.hashSlotsDone() + 1, progress.hashSlots(), progress.keysMoved());
  }

  /**
   * Waits out a pause at a safe point.
   *
   * @return whether the next hash slot may begin; an interrupted thread aborts
   */
  synchronized boolean passesSafePoint() {
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
