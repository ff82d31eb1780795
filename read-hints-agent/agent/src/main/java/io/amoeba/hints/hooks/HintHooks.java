package io.amoeba.hints.hooks;

import io.amoeba.hints.replay.ReplayThread;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.locator.ReplicaPlan;
import org.jspecify.annotations.Nullable;

/** The one class that patched methods of Cassandra call; its state is the node's. */
public final class HintHooks {

  private static volatile @Nullable HintNode node;

  private HintHooks() {}

  public static void started() {
    node = HintNode.start();
  }

  /** On the thread of the client's request: neither locks nor allocates. */
  public static void answered(ReadCommand command, ReplicaPlan.SharedForTokenRead plan) {
    HintNode started = node;
    if (started != null && started.settings.isCapturing() && !PaxosReads.isInside()) {
      started.captured.add(command, plan.get().contacts());
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
