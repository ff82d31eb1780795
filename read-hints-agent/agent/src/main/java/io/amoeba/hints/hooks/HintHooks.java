package io.amoeba.hints.hooks;

import io.amoeba.hints.replay.ReplayThread;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.locator.ReplicaPlan;
import org.jspecify.annotations.Nullable;

/** The one class that patched methods of Cassandra call; its state is the node's. */
public final class HintHooks {

  private static volatile @Nullable HintNode node;
  private static volatile @Nullable ReadCapture capture;

  /** Also after a start that failed: half of one is not tried again. */
  private static boolean begun;

  private HintHooks() {}

  /** Gossip runs: the hints start, once in the life of a process. */
  public static synchronized void gossips() {
    if (!begun) {
      begun = true;
      HintNode started = HintNode.start();
      node = started;
      capture(started.capture());
    }
  }

  /** From now on answered reads go there; null for nowhere. */
  static void capture(@Nullable ReadCapture to) {
    capture = to;
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
   * This node has joined, and clients are about to be served. One that is configured not to gossip
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
    ReadCapture to = capture;
    if (to != null) {
      to.answered(command, plan);
    }
  }

  /** As {@link #answered}, for a part of a range read. */
  public static void scanned(PartitionRangeReadCommand command, ReplicaPlan.ForRangeRead plan) {
    ReadCapture to = capture;
    if (to != null) {
      to.scanned(command, plan);
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
