package io.amoeba.freshreads.link;

import org.jspecify.annotations.Nullable;

/** Learns how a probe ended. Called on an event loop. */
@FunctionalInterface
interface ProbeListener {
  void probed(long latencyNanos, long nowNanos, @Nullable Throwable failure);
}
