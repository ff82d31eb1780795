package io.amoeba.streaming.protocol.simulation;

import org.jspecify.annotations.Nullable;

/** What one node says about itself; a larger generation, then a larger version, is newer. */
record GossipState(long generation, long version, Object content) {

  /** The joining node is an ordinary node. */
  static final Object NORMAL = "NORMAL";

  /** A member that runs without the agent. */
  static final Object NO_AGENT = "no agent";

  boolean newerThan(@Nullable GossipState other) {
    return other == null
        || generation > other.generation
        || (generation == other.generation && version > other.version);
  }
}
