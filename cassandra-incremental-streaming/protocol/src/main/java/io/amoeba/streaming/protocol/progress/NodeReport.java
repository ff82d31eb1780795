package io.amoeba.streaming.protocol.progress;

import java.util.Optional;

/**
 * What a node with the agent says of itself beside its protocol.
 *
 * @param pendingCompactions how many it expects to have to do
 * @param join its own incremental join, if any
 */
public record NodeReport(int pendingCompactions, Optional<JoinProgressReport> join) {

  /** Of a node that has said nothing yet. */
  public static final NodeReport NOTHING = new NodeReport(0, Optional.empty());

  public NodeReport {
    if (pendingCompactions < 0) {
      throw new IllegalArgumentException(
          pendingCompactions + " pending compactions: want 0 or more");
    }
  }
}
