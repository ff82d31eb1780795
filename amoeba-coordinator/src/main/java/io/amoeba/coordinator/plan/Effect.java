package io.amoeba.coordinator.plan;

/** What a change has an effect on. */
public enum Effect {
  /**
   * Where the store has hash slots, and with that the topology that the plan was made for. Data
   * move.
   */
  STORE,
  /** The job is another one afterwards, or its subtasks are elsewhere. */
  JOB,
  /**
   * More nodes work for the store or the job afterwards, or fewer for the store: that is wanted
   * whatever the local-hit rate becomes.
   */
  NODES,
  /** Which subtasks get the records of hash slots. */
  ROUTING
}
