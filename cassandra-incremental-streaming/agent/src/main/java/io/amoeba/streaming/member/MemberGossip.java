package io.amoeba.streaming.member;

import io.amoeba.streaming.protocol.MemberState;
import io.amoeba.streaming.protocol.progress.NodeReport;
import io.amoeba.streaming.ring.GossipValues;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.cassandra.gms.Gossiper;

/**
 * Gossips what this member holds, with its report. On a thread of its own: the gossip stage must
 * not wait for Gossiper's task lock, whose holder may be waiting for the gossip stage. Safe for
 * concurrent use.
 */
final class MemberGossip {

  private final Executor thread;
  private final BiConsumer<MemberState, NodeReport> gossiper;
  private NodeReport report = NodeReport.NOTHING;

  MemberGossip() {
    this(
        Executors.newSingleThreadExecutor(
            task -> {
              Thread created = new Thread(task, "IncrementalStreamingGossip");
              created.setDaemon(true);
              return created;
            }),
        (state, report) ->
            Gossiper.instance.addLocalApplicationState(
                GossipValues.MEMBER_STATE, GossipValues.of(state, report)));
  }

  /**
   * @param thread runs one task after the other
   */
  MemberGossip(Executor thread, BiConsumer<MemberState, NodeReport> gossiper) {
    this.thread = thread;
    this.gossiper = gossiper;
  }

  /** Gossips a state, with the last report. */
  synchronized void publish(MemberState state) {
    NodeReport current = report;
    thread.execute(() -> gossiper.accept(state, current));
  }

  /** Changes the report, and gossips it if it is another one then. */
  synchronized void report(UnaryOperator<NodeReport> change, Supplier<MemberState> state) {
    NodeReport next = change.apply(report);
    if (!next.equals(report)) {
      report = next;
      publish(state.get());
    }
  }
}
