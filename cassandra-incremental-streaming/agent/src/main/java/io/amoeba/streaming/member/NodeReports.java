package io.amoeba.streaming.member;

import io.amoeba.streaming.protocol.report.JoinReport;
import io.amoeba.streaming.protocol.report.NodeReport;
import java.util.Optional;
import java.util.function.Consumer;

/** What this node reports of itself; says it when it has changed. Safe for concurrent use. */
public final class NodeReports {

  private final Consumer<NodeReport> gossip;
  private NodeReport last = NodeReport.NOTHING;

  public NodeReports(Consumer<NodeReport> gossip) {
    this.gossip = gossip;
  }

  public synchronized void pendingCompactions(int count) {
    report(new NodeReport(count, last.join()));
  }

  /** This node's own join, or that there is none any more. */
  public synchronized void join(Optional<JoinReport> join) {
    report(new NodeReport(last.pendingCompactions(), join));
  }

  private void report(NodeReport next) {
    if (!next.equals(last)) {
      last = next;
      gossip.accept(next);
    }
  }
}
