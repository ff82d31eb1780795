package io.amoeba.freshreads.choice.simulation;

/** Chooses the nodes of the reads of one client process. Node 0 is the primary. */
interface ReadPolicy {

  /** Node of a read that is sent now. */
  int choose(boolean[] stale, long nowNanos);

  default void sent(int node, long nowNanos) {}

  default void answered(int node, long latencyNanos, long nowNanos) {}

  /** A look-up of the heartbeat was answered. */
  default void probed(int node, long latencyNanos, long nowNanos) {}
}
