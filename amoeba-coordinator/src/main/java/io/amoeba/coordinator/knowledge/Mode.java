package io.amoeba.coordinator.knowledge;

/** What the coordinator may do. */
public enum Mode {
  /** Watch, plan and explain; change nothing. */
  OBSERVE,
  /** Bring plans to the running systems. */
  ACT
}
