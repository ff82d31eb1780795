package io.amoeba.streaming.protocol.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.streaming.protocol.Hostility;
import io.amoeba.streaming.protocol.MalformedTextException;
import io.amoeba.streaming.protocol.join.JoinPhase;
import io.amoeba.streaming.protocol.join.JoinProgressEstimator.Estimate;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class NodeReportCodecTest {

  private static final long SEED = 20_261_126;

  private static final NodeReport JOINING =
      new NodeReport(
          7,
          Optional.of(
              new JoinProgressReport(
                  new UUID(1, 2),
                  JoinPhase.STREAMING,
                  3,
                  8,
                  "10.0.0.1:7000, [2001:db8::1]:7000",
                  5,
                  10,
                  new Estimate(25, OptionalLong.of(80), OptionalLong.of(11), OptionalLong.empty()),
                  "step 4: STREAMING, 1 of 2 bytes from [10.0.0.2:7000]",
                  "10.0.0.3:7000 failed and is tried again: connection reset")));

  @Test
  void writtenRecordsAreReadAgain() {
    for (NodeReport report :
        new NodeReport[] {JOINING, NodeReport.NOTHING, new NodeReport(3, Optional.empty())}) {
      assertThat(NodeReportCodec.decode(NodeReportCodec.encode(report))).isEqualTo(report);
    }
  }

  @Test
  void damagedTextIsRefusedByName() {
    Random random = new Random(SEED);
    String text = NodeReportCodec.encode(JOINING);
    for (int i = 0; i < 20_000; i++) {
      Hostility.isRefusedOrRead(
          Hostility.damaged(text, random), NodeReportCodec::decode, NodeReportCodec::encode);
    }
  }

  @Test
  void anotherVersionIsRefused() {
    assertThatThrownBy(() -> NodeReportCodec.decode("2;7"))
        .isInstanceOf(MalformedTextException.class)
        .hasMessageContaining("version \"2\"");
  }

  @Test
  void textThatIsTooLongIsRefusedBeforeItIsRead() {
    assertThatThrownBy(() -> NodeReportCodec.decode("1;7;" + "x".repeat(60_000)))
        .isInstanceOf(MalformedTextException.class)
        .hasMessageContaining("60004 characters");
  }
}
