package io.amoeba.coordinator.changes.parallelism;

/** How far a stop with a savepoint has come. Immutable. */
public sealed interface StopSight {

  /** It is under way. */
  record UnderWay() implements StopSight {}

  /** Nothing is known of it: it has not begun, or it was forgotten. */
  record Unknown() implements StopSight {}

  /** The job has stopped, and its savepoint is there. */
  record Stopped(String savepoint) implements StopSight {}

  /** It failed; the job may go on, or have ended. */
  record Failed(String reason) implements StopSight {}
}
