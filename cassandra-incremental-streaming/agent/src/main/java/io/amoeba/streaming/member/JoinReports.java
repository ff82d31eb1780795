package io.amoeba.streaming.member;

import io.amoeba.streaming.protocol.report.JoinReport;
import io.amoeba.streaming.protocol.report.NodeReport;
import io.amoeba.streaming.ring.GossipValues;
import java.util.Optional;
import org.apache.cassandra.gms.Gossiper;

/** How far other nodes say that their joins are: for operators, who can ask any member. */
public final class JoinReports {

  private JoinReports() {}

  /** Of the join that has made this announcement. */
  public static Optional<JoinReport> of(KnownJoin join) {
    return Optional.ofNullable(Gossiper.instance.getEndpointStateForEndpoint(join.endpoint()))
        .flatMap(GossipValues::report)
        .flatMap(NodeReport::join)
        .filter(report -> report.plan().equals(join.last().plan()))
        .map(report -> Laggards.isUp(join.endpoint()) ? report : report.ofASilentNode());
  }
}
