package io.amoeba.streaming.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.MemberState;
import io.amoeba.streaming.protocol.MemberStateCodec;
import io.amoeba.streaming.protocol.report.NodeReport;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.HeartBeatState;
import org.apache.cassandra.gms.VersionedValue;
import org.junit.jupiter.api.Test;

class GossipValuesTest {

  private static final MemberState STATE =
      new MemberState(
          "0.1.0",
          1,
          "5.0",
          new TreeMap<>(
              Map.of("10.0.0.1:7000", new Acknowledgement(new UUID(1, 2), 7, 3, 1, 1, false))));

  private static final String SAID = MemberStateCodec.encode(STATE);

  @Test
  void aStateIsReadWithAndWithoutAReport() {
    assertThat(GossipValues.memberState(value(SAID))).isEqualTo(STATE);
    assertThat(GossipValues.memberState(value(SAID + " 1;7"))).isEqualTo(STATE);
    assertThat(GossipValues.report(endpoint(SAID))).isEmpty();
    assertThat(GossipValues.report(endpoint(SAID + " 1;7")))
        .contains(new NodeReport(7, Optional.empty()));
  }

  @Test
  void aReportThatIsNotUnderstoodCostsNoAcknowledgement() {
    for (String report : new String[] {" 2;other things", " 1;-1", " ", "  1;7"}) {
      assertThat(GossipValues.memberState(value(SAID + report))).isEqualTo(STATE);
      assertThat(GossipValues.report(endpoint(SAID + report))).isEmpty();
    }
  }

  private static EndpointState endpoint(String text) {
    EndpointState state = new EndpointState(new HeartBeatState(1, 1));
    state.addApplicationState(GossipValues.MEMBER_STATE, value(text));
    return state;
  }

  private static VersionedValue value(String text) {
    return VersionedValue.unsafeMakeVersionedValue(text, 1);
  }
}
