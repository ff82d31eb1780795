package io.amoeba.coordinator.execute.pause;

/** Work that stops at its safe points when others want it to. Safe for concurrent use. */
public interface Pausable {

  /** Nothing further begins until {@link #resume}. */
  void pause();

  /** Goes on after a pause. */
  void resume();

  /** Nothing further begins. */
  void abort();
}
