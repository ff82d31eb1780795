package io.amoeba.coordinator.operations;

/**
 * A run as people and the coordinator steer it: what they have ordered, and where the run obeys.
 * That is at a safe point within a step, and between two steps. Its monitor guards the run as a
 * whole, because whether a run rests depends on its state as well. Safe for concurrent use.
 */
abstract class SteeredRun implements StepControl {

  // Guarded by this.
  private boolean ordered;
  private boolean recovering;
  private boolean resting;
  private boolean plansPaused;
  private boolean aborted;
  private boolean undoing;
  private boolean stopping;
  private boolean parked;

  /**
   * @param recovering whether something is half done, which goes on after {@link #goOnRecovering}
   * @param resting whether nothing begins before {@link #resume}
   */
  SteeredRun(boolean recovering, boolean resting) {
    this.ordered = !recovering;
    this.recovering = recovering;
    this.resting = resting;
  }

  /** Nothing begins before {@link #resume}. */
  synchronized void rest() {
    resting = true;
  }

  /** Continues after a rest. */
  synchronized void resume() {
    resting = false;
    notifyAll();
  }

  /** Ends it at the next safe point, and undoes what is half done. */
  synchronized void abort() {
    aborted = true;
    ordered = true;
    notifyAll();
  }

  /** The coordinator stops. */
  synchronized void stop() {
    stopping = true;
    notifyAll();
  }

  /**
   * What is half done goes on.
   *
   * @param paused whether plans are paused: then it rests at safe points
   */
  synchronized void goOnRecovering(boolean paused) {
    ordered = true;
    plansPaused = paused;
    notifyAll();
  }

  /** Whether what is half done is dealt with by itself, without its plan. */
  synchronized boolean isRecovering() {
    return recovering;
  }

  /** Something is half done and dealt with by itself from now on, or no more. */
  synchronized void recovers(boolean now) {
    recovering = now;
  }

  /** Whether it waits for somebody who lets it continue. */
  synchronized boolean isResting() {
    return parked;
  }

  /**
   * Whether the next step may be taken as far as people are concerned.
   *
   * @param ended whether it is known what becomes of the plan
   */
  synchronized boolean mayStep(boolean halfDone, boolean ended) {
    return halfDone ? ordered && (!ended || aborted) : !resting;
  }

  /** A step begins: whether it is one that undoes, with what is ordered now. */
  synchronized boolean beginUndoing() {
    undoing = aborted;
    return undoing;
  }

  /** Whether the present step undoes. */
  synchronized boolean isUndoing() {
    return undoing;
  }

  /** Waits for the next order. */
  synchronized void park() throws InterruptedException {
    parked = true;
    try {
      wait();
    } finally {
      parked = false;
    }
  }

  @Override
  public synchronized void safePoint() throws InterruptedException {
    while (true) {
      if (stopping || (aborted && !undoing)) {
        throw new StepAborted();
      }
      if (!isPaused()) {
        return;
      }
      park();
    }
  }

  @Override
  public synchronized boolean isPaused() {
    return !undoing && (recovering ? plansPaused : resting);
  }

  @Override
  public synchronized boolean isAborted() {
    return aborted;
  }

  @Override
  public synchronized boolean isStopping() {
    return stopping;
  }
}
