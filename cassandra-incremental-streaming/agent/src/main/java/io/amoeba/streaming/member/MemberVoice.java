package io.amoeba.streaming.member;

import io.amoeba.streaming.protocol.MemberState;
import io.amoeba.streaming.protocol.report.NodeReport;
import io.amoeba.streaming.ring.GossipValues;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.cassandra.gms.Gossiper;

/**
 * Says in gossip what this member holds. On its own thread: the gossip stage must not wait for
 * Gossiper's task lock, whose holder may be waiting for the gossip stage.
 */
final class MemberVoice {

  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread created = new Thread(task, "IncrementalStreamingGossip");
            created.setDaemon(true);
            return created;
          });

  /** Confined to the thread. */
  private NodeReport lastReport = NodeReport.NOTHING;

  /** With the last report. */
  void say(MemberState state) {
    thread.execute(() -> gossip(state, lastReport));
  }

  void say(MemberState state, NodeReport report) {
    thread.execute(
        () -> {
          lastReport = report;
          gossip(state, report);
        });
  }

  private static void gossip(MemberState state, NodeReport report) {
    Gossiper.instance.addLocalApplicationState(
        GossipValues.MEMBER_STATE, GossipValues.of(state, report));
  }
}
