package io.amoeba.coordinator.execute.rescale;

import io.amoeba.coordinator.execute.pause.Pausable;
import io.amoeba.coordinator.execute.pause.PauseGate;

/**
 * How people, and the coordinator's end, steer a change of parallelism. A job that is stopped is no
 * place to rest: a pause holds before the stop alone. Safe for concurrent use.
 */
final class RescaleControl implements Pausable {

  private final PauseGate gate = new PauseGate();
  private volatile boolean leaving;
  private volatile String doing = "";

  @Override
  public void pause() {
    gate.pause();
  }

  @Override
  public void resume() {
    gate.resume();
  }

  @Override
  public void abort() {
    gate.abort();
  }

  /** The coordinator ends: nothing begins; what has begun goes on until it is interrupted. */
  void leave() {
    leaving = true;
    gate.abort();
  }

  boolean isLeaving() {
    return leaving;
  }

  /** Whether a person wants the old parallelism. */
  boolean isTakenBack() {
    return gate.isAborted() && !leaving;
  }

  /** Whether it may begin. */
  boolean passes() {
    return gate.passes();
  }

  void says(String now) {
    doing = now;
  }

  /** What goes on, for people; empty: nothing. */
  String doing() {
    return doing;
  }
}
