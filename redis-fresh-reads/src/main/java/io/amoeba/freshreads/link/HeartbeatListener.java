package io.amoeba.freshreads.link;

/** Learns how each heartbeat ended. Called on an event loop or the timer's thread. */
@FunctionalInterface
public interface HeartbeatListener {
  void heartbeat(HeartbeatOutcome outcome);
}
