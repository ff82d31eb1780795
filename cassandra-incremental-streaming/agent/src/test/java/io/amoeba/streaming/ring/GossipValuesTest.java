package io.amoeba.streaming.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.MemberState;
import io.amoeba.streaming.protocol.MemberStateCodec;
import io.amoeba.streaming.protocol.Truncations;
import io.amoeba.streaming.protocol.progress.NodeReport;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.cassandra.gms.ApplicationState;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.HeartBeatState;
import org.apache.cassandra.gms.VersionedValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GossipValuesTest {

  private static final MemberState STATE =
      new MemberState(
          "0.1.0",
          1,
          "5.0",
          new TreeMap<>(
              Map.of(new UUID(1, 9), new Acknowledgement(new UUID(1, 2), 7, 3, 1, 1, false))),
          Truncations.NONE);

  private static final String SAID = MemberStateCodec.encode(STATE);

  @Test
  void aStateIsReadWithAndWithoutAReport() {
    assertThat(GossipValues.memberState(value(SAID))).isEqualTo(STATE);
    assertThat(GossipValues.memberState(value(SAID + " 1;7"))).isEqualTo(STATE);
    assertThat(GossipValues.report(saying(SAID))).isEmpty();
    assertThat(GossipValues.report(saying(SAID + " 1;7")))
        .contains(new NodeReport(7, Optional.empty()));
  }

  @Test
  void aReportThatIsNotUnderstoodCostsNoAcknowledgement() {
    for (String report : new String[] {" 2;other things", " 1;-1", " ", "  1;7"}) {
      assertThat(GossipValues.memberState(value(SAID + report))).isEqualTo(STATE);
      assertThat(GossipValues.report(saying(SAID + report))).isEmpty();
    }
  }

  @Test
  void anAnnouncementThatCannotBeReadIsNoneAndIsSeen() {
    EndpointState unreadable = ofStatus("PARTIAL_JOIN,1;what;is;this");
    assertThat(GossipValues.announcement(unreadable)).isEmpty();
    assertThat(GossipValues.joinsUnreadably(unreadable)).isTrue();

    EndpointState readable = ofStatus("PARTIAL_JOIN,1;" + new UUID(1, 2) + ";1;;;5;");
    assertThat(GossipValues.announcement(readable)).isPresent();
    assertThat(GossipValues.joinsUnreadably(readable)).isFalse();
    assertThat(GossipValues.joinsUnreadably(ofStatus("NORMAL,1"))).isFalse();
    assertThat(GossipValues.joinsUnreadably(saying(SAID))).isFalse();
  }

  @Test
  void aHostIsKnownByItsId() {
    UUID host = new UUID(1, 2);
    EndpointState state = ofStatus("NORMAL,1");
    assertThat(GossipValues.host(state)).isEmpty();

    state.addApplicationState(ApplicationState.HOST_ID, value(host.toString()));
    assertThat(GossipValues.host(state)).contains(host);

    state.addApplicationState(ApplicationState.HOST_ID, value("no id"));
    assertThat(GossipValues.host(state)).isEmpty();
  }

  @Test
  void onlyANodeWithoutTokensEndedBeforeJoining() {
    assertThat(GossipValues.endedBeforeJoining(new EndpointState(HeartBeatState.empty()))).isTrue();
    assertThat(GossipValues.endedBeforeJoining(ofStatus("shutdown,true"))).isTrue();
    assertThat(GossipValues.endedBeforeJoining(ofStatus("NORMAL,1"))).isFalse();
    assertThat(GossipValues.endedBeforeJoining(ofStatus("PARTIAL_JOIN,1"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"removing,1", "removed,1,2", "LEFT,1,2"})
  void aNodeThatWasRemovedOrLeftHasLeft(String status) {
    assertThat(GossipValues.hasLeft(ofStatus(status))).isTrue();
  }

  /** It serves clients and coordinates their requests, as long as it runs. */
  @Test
  void aHibernatingNodeHasNotLeft() {
    EndpointState hibernating = ofStatus("hibernate,true");

    assertThat(GossipValues.hasLeft(hibernating)).isFalse();
    assertThat(GossipValues.hibernates(hibernating)).isTrue();
  }

  /** In write survey mode a node says nothing, or BOOT, and serves clients, too. */
  @ParameterizedTest
  @ValueSource(strings = {"NORMAL,1", "shutdown,true", "BOOT,1", "LEAVING,1", ""})
  void anyOtherNodeHasNotLeftEither(String status) {
    assertThat(GossipValues.hasLeft(ofStatus(status))).isFalse();
    assertThat(GossipValues.hibernates(ofStatus(status))).isFalse();
  }

  private static EndpointState ofStatus(String status) {
    return gossiping(ApplicationState.STATUS_WITH_PORT, status);
  }

  private static EndpointState saying(String memberState) {
    return gossiping(GossipValues.MEMBER_STATE, memberState);
  }

  private static EndpointState gossiping(ApplicationState key, String text) {
    return new EndpointState(new HeartBeatState(1, 1), Map.of(key, value(text)));
  }

  private static VersionedValue value(String text) {
    return VersionedValue.unsafeMakeVersionedValue(text, 1);
  }
}
