package io.amoeba.coordinator.changes;

/** What plans of a kind need of job and store beyond the topology of both. */
public enum Need {
  /** A job, whose subtasks say where data should be. */
  JOB,
  /** Task slots of the job's cluster that are free. */
  FREE_TASK_SLOTS,
  /** Hash slots move between primaries, one by one. */
  HASH_SLOT_MOVES,
  /** How much each hash slot makes its primary work. */
  LOAD,
  /** The hash slots of a primary go to another server as a whole. */
  PRIMARY_REPLACEMENTS,
  /** Servers become members of the cluster. */
  NEW_MEMBERS,
  /** Replicas take over from their primaries. */
  PROMOTIONS,
  /** Servers save, or rewrite their append-only files, when they are told to. */
  UPKEEP
}
