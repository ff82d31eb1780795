package io.amoeba.coordinator.knowledge;

/** How far a plan has come. */
public enum PlanState {
  /** Made; not begun, because of the mode or because a hand-over or a report is awaited. */
  PROPOSED,
  /** Maps are published; the hand-over goes on. */
  EXECUTING,
  /** Every edge is complete. */
  COMPLETED,
  /** Something newer took its place before it was complete, or its reason went away. */
  SUPERSEDED
}
