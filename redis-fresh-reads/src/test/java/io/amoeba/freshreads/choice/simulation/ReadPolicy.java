package io.amoeba.freshreads.choice.simulation;

/** Chooses the nodes of the reads of one client process. Node 0 is the primary. */
interface ReadPolicy {

  /** Node of a read that is sent now. */
  int choose(boolean[] stale, long nowNanos);

  default void sent(int node, long nowNanos) {}

  default void answered(int node, long latencyNanos, long nowNanos) {}

  /** The timer runs, at least every 10 ms. */
  default void tick(boolean[] stale, long nowNanos) {}

  /** After which pause heartbeats may be ten times their share of the reads. */
  default long heartbeatWantedNanos() {
    return Long.MAX_VALUE;
  }

  /** A replica has shown the heartbeat that was sent at some moment. */
  default void proven(int node, long momentNanos) {}

  /** A look-up of the heartbeat was answered. */
  default void probed(int node, long latencyNanos, long nowNanos) {}
}
