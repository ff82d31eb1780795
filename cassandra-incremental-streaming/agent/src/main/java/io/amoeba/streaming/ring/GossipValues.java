package io.amoeba.streaming.ring;

import io.amoeba.agentkit.gossip.GossipedText;
import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.AnnouncementCodec;
import io.amoeba.streaming.protocol.MalformedTextException;
import io.amoeba.streaming.protocol.MemberState;
import io.amoeba.streaming.protocol.MemberStateCodec;
import io.amoeba.streaming.protocol.progress.NodeReport;
import io.amoeba.streaming.protocol.progress.NodeReportCodec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.cassandra.gms.ApplicationState;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.VersionedValue;
import org.apache.cassandra.service.StorageService;

/** What the protocol says, as values of Cassandra's gossip. */
public final class GossipValues {

  /** The status of a node that joins incrementally; stock Cassandra passes it over. */
  public static final String PARTIAL_JOIN = "PARTIAL_JOIN";

  /** Unused by Cassandra 4.1 to 6.0, and the same number in all of them, unlike X1 to X10. */
  public static final ApplicationState MEMBER_STATE = ApplicationState.X_11_PADDING;

  /** No node in one of these coordinates requests, or ever will in this life. */
  private static final Set<String> GONE =
      Set.of(
          VersionedValue.REMOVING_TOKEN, VersionedValue.REMOVED_TOKEN, VersionedValue.STATUS_LEFT);

  /** Between the member state, which has none, and the report, on which nothing depends. */
  private static final char REPORT = ' ';

  private static final String PREFIX = PARTIAL_JOIN + VersionedValue.DELIMITER_STR;

  private GossipValues() {}

  /** TOKENS before STATUS: peers must not see the status without its tokens. */
  public static Map<ApplicationState, VersionedValue> of(Announcement announcement) {
    Map<ApplicationState, VersionedValue> values = new LinkedHashMap<>();
    if (!announcement.done().isEmpty()) {
      values.put(
          ApplicationState.TOKENS,
          StorageService.instance.valueFactory.tokens(Rings.tokens(announcement.done())));
    }
    VersionedValue status = GossipedText.value(PREFIX + AnnouncementCodec.encode(announcement));
    values.put(ApplicationState.STATUS_WITH_PORT, status);
    values.put(ApplicationState.STATUS, status);
    return values;
  }

  public static VersionedValue of(MemberState state, NodeReport report) {
    return GossipedText.value(
        MemberStateCodec.encode(state) + REPORT + NodeReportCodec.encode(report));
  }

  /** Of a {@link #MEMBER_STATE}. Throws MalformedTextException; not on account of its report. */
  public static MemberState memberState(VersionedValue value) {
    int end = value.value.indexOf(REPORT);
    return MemberStateCodec.decode(end < 0 ? value.value : value.value.substring(0, end));
  }

  /** What a node reports of itself; nothing where this agent does not understand it. */
  public static Optional<NodeReport> report(EndpointState state) {
    VersionedValue said = state.getApplicationState(MEMBER_STATE);
    int begin = said == null ? -1 : said.value.indexOf(REPORT);
    if (said == null || begin < 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(NodeReportCodec.decode(said.value.substring(begin + 1)));
    } catch (MalformedTextException e) {
      // Of another version, perhaps; operators see less then.
      return Optional.empty();
    }
  }

  /**
   * Whether the node is no part of the cluster any more. Cassandra's own "dead states" are wider: a
   * hibernating node is among them, which may run, serve clients, and write with the ring it knows.
   */
  public static boolean hasLeft(EndpointState state) {
    return GONE.contains(state.getStatus());
  }

  /** Whether the node keeps out of the ring: join_ring=false, or it replaces one at its address. */
  public static boolean hibernates(EndpointState state) {
    return state.getStatus().equals(VersionedValue.HIBERNATE);
  }

  /** The node's host id, if it gossips one. */
  public static Optional<UUID> host(EndpointState state) {
    VersionedValue host = state.getApplicationState(ApplicationState.HOST_ID);
    try {
      return host == null ? Optional.empty() : Optional.of(UUID.fromString(host.value));
    } catch (IllegalArgumentException noUuid) {
      return Optional.empty();
    }
  }

  /**
   * Whether the node's last process left no status, as one that ends before it joins, or said last
   * that it ends.
   */
  public static boolean endedBeforeJoining(EndpointState state) {
    return state.getStatus().isEmpty() || state.getStatus().equals(VersionedValue.SHUTDOWN);
  }

  /** Whether the node's present process runs the agent, of whatever version. */
  public static boolean runsAgent(EndpointState state) {
    return state.containsApplicationState(MEMBER_STATE);
  }

  public static boolean isStatus(ApplicationState state) {
    return state == ApplicationState.STATUS || state == ApplicationState.STATUS_WITH_PORT;
  }

  public static boolean isAnnouncement(VersionedValue status) {
    return status.value.startsWith(PREFIX);
  }

  /** Of a status for which {@link #isAnnouncement} holds. Throws MalformedTextException. */
  public static Announcement announcement(VersionedValue status) {
    return AnnouncementCodec.decode(status.value.substring(PREFIX.length()));
  }

  /** The announcement that an endpoint gossips, if it does, and in a way that can be read. */
  public static Optional<Announcement> announcement(EndpointState state) {
    try {
      return status(state).filter(GossipValues::isAnnouncement).map(GossipValues::announcement);
    } catch (MalformedTextException e) {
      // Reported when it came.
      return Optional.empty();
    }
  }

  /** Whether an endpoint joins incrementally, and says so in a way that cannot be read. */
  public static boolean joinsUnreadably(EndpointState state) {
    return announcement(state).isEmpty()
        && status(state).filter(GossipValues::isAnnouncement).isPresent();
  }

  private static Optional<VersionedValue> status(EndpointState state) {
    VersionedValue status = state.getApplicationState(ApplicationState.STATUS_WITH_PORT);
    return Optional.ofNullable(
        status == null ? state.getApplicationState(ApplicationState.STATUS) : status);
  }
}
