package io.amoeba.streaming.ring;

import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.AnnouncementCodec;
import io.amoeba.streaming.protocol.MemberState;
import io.amoeba.streaming.protocol.MemberStateCodec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
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
    VersionedValue status = value(PREFIX + AnnouncementCodec.encode(announcement));
    values.put(ApplicationState.STATUS_WITH_PORT, status);
    values.put(ApplicationState.STATUS, status);
    return values;
  }

  public static VersionedValue of(MemberState state) {
    return value(MemberStateCodec.encode(state));
  }

  private static VersionedValue value(String text) {
    return StorageService.instance.valueFactory.cloneWithHigherVersion(
        VersionedValue.unsafeMakeVersionedValue(text, 0));
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

  /** The announcement that an endpoint gossips, if it does. */
  public static Optional<Announcement> announcement(EndpointState state) {
    VersionedValue status = state.getApplicationState(ApplicationState.STATUS_WITH_PORT);
    if (status == null) {
      status = state.getApplicationState(ApplicationState.STATUS);
    }
    return status != null && isAnnouncement(status)
        ? Optional.of(announcement(status))
        : Optional.empty();
  }
}
