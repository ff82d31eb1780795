package io.amoeba.hints.hooks;

import io.amoeba.hints.replay.ReplayThread;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.locator.ReplicaPlan;
import org.jspecify.annotations.Nullable;

/** The one class that patched methods of Cassandra call; its state is the node's. */
public final class HintHooks {

  private static volatile @Nullable HintNode node;

  /** Also after a start that failed: half of one is not tried again. */
  private static boolean begun;

  private HintHooks() {}

  /** Gossip runs: the hints start, once in the life of a process. */
  public static synchronized void gossips() {
    if (!begun) {
      begun = true;
      node = HintNode.start();
    }
  }

  /**
   * This node becomes a full member.
   *
   * @param joined whether it is a new one: the others do not read from it yet
   */
  public static void joins(boolean joined) {
    HintNode started = node;
    if (started != null && joined) {
      started.warmUp();
    }
  }

  /**
   * This node has joined, and clients are about to be served. One that was told not to gossip
   * starts its hints here.
   */
  public static void started() {
    gossips();
    HintNode started = node;
    if (started != null) {
      started.beforeClients();
    }
  }

  /** On the thread of the client's request: neither locks nor allocates. */
  public static void answered(ReadCommand command, ReplicaPlan.SharedForTokenRead plan) {
    HintNode started = node;
    if (started != null && started.settings.isCapturing() && !PaxosReads.isInside()) {
      started.captured.add(command, plan.get());
    }
  }

  /** As {@link #answered}, for a part of a range read. */
  public static void scanned(PartitionRangeReadCommand command, ReplicaPlan.ForRangeRead plan) {
    HintNode started = node;
    if (started != null && started.settings.isCapturingRanges()) {
      started.captured.add(command, plan);
    }
  }

  public static void paxosBegins() {
    PaxosReads.enter();
  }

  public static void paxosEnds() {
    PaxosReads.leave();
  }

  public static boolean isReplay() {
    return Thread.currentThread() instanceof ReplayThread;
  }
}
