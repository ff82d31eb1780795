package io.amoeba.streaming.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.releasedformats.Release;
import io.amoeba.streaming.protocol.AnnouncementCodec;
import io.amoeba.streaming.protocol.MemberStateCodec;
import io.amoeba.streaming.protocol.progress.NodeReportCodec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.gms.ApplicationState;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.HeartBeatState;
import org.apache.cassandra.gms.VersionedValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Where in Cassandra's gossip nodes of other releases say what the protocol has them say. */
class ReleasedGossipTest {

  private static final Path KEPT = Path.of("../protocol/src/test/resources");

  static List<Release> releases() {
    return Release.all(KEPT);
  }

  @ParameterizedTest
  @MethodSource("releases")
  void announcementsAreFoundInEitherStatus(Release release) {
    for (String text : release.texts("announcement").values()) {
      for (ApplicationState status :
          List.of(ApplicationState.STATUS_WITH_PORT, ApplicationState.STATUS)) {
        assertThat(GossipValues.announcement(gossiping(status, "PARTIAL_JOIN," + text)))
            .contains(AnnouncementCodec.decode(text));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void statesOfMembersAreFoundWithTheirReports(Release release) {
    for (String state : release.texts("member-state").values()) {
      for (String report : release.texts("node-report").values()) {
        EndpointState said = gossiping(ApplicationState.X_11_PADDING, state + " " + report);

        assertThat(GossipValues.runsAgent(said)).isTrue();
        assertThat(GossipValues.report(said)).contains(NodeReportCodec.decode(report));
        assertThat(GossipValues.memberState(value(state + " " + report)))
            .isEqualTo(MemberStateCodec.decode(state));
      }
    }
  }

  private static EndpointState gossiping(ApplicationState key, String text) {
    return new EndpointState(new HeartBeatState(1, 1), Map.of(key, value(text)));
  }

  private static VersionedValue value(String text) {
    return VersionedValue.unsafeMakeVersionedValue(text, 1);
  }
}
