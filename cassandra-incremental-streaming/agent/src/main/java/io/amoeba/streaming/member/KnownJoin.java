package io.amoeba.streaming.member;

import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.progress.JoinProgressReport;
import io.amoeba.streaming.protocol.progress.NodeReport;
import io.amoeba.streaming.ring.GossipValues;
import java.util.Optional;
import java.util.UUID;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.locator.InetAddressAndPort;

/**
 * A running join of another node.
 *
 * @param endpoint where the host is now
 * @param last its last announcement
 */
public record KnownJoin(UUID host, InetAddressAndPort endpoint, Announcement last) {

  /** The progress that the joining node gossips, for operators, who can use any member. */
  public Optional<JoinProgressReport> progress() {
    return Optional.ofNullable(Gossiper.instance.getEndpointStateForEndpoint(endpoint))
        .flatMap(GossipValues::report)
        .flatMap(NodeReport::join)
        .filter(report -> report.plan().equals(last.plan()))
        .map(report -> MissingAcknowledgements.isUp(endpoint) ? report : report.ofASilentNode());
  }
}
