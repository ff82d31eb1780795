package io.amoeba.coordinator.operations;

/**
 * What a step that takes long is told by people and by the coordinator's end, and what it tells
 * them. Safe for concurrent use.
 */
public interface StepControl {

  /**
   * A moment at which the operation can rest or end. Returns when it is not paused; what is undone
   * does not rest.
   *
   * @throws StepAborted if the plan is being aborted (and this is not the undoing of it) or the
   *     coordinator stops: the step ends with it, and the runner continues from the last state that
   *     was written
   * @throws InterruptedException if the coordinator ends
   */
  void safePoint() throws InterruptedException;

  /**
   * Whether the operation is to rest at its next safe point. A step that can end there ends: its
   * state becomes durable before the rest.
   */
  boolean isPaused();

  /** Whether the plan is being aborted, or has ended; so also while it is undone. */
  boolean isAborted();

  /**
   * Whether the coordinator stops: its successor continues. The runner takes further steps while
   * something is half done, none has to wait, and {@link Operation#stopTimeout} is not over; a step
   * that need not be taken for that calls {@link #safePoint}.
   */
  boolean isStopping();

  /** What goes on within this step, for people; empty: nothing worth a word. */
  void says(String text);

  /**
   * Notes a state within a step, durable on return, for steps whose parts a successor must know.
   *
   * @throws java.io.UncheckedIOException if the state cannot be written: it is then that of before
   */
  void write(Record state);
}
