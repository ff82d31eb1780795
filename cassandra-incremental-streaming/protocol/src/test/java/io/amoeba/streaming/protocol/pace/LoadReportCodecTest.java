package io.amoeba.streaming.protocol.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.streaming.protocol.Hostility;
import io.amoeba.streaming.protocol.MalformedTextException;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LoadReportCodecTest {

  private static final long SEED = 20_261_130;

  private static final LoadReport OF_A_MEMBER =
      LoadReport.of(
          new SenderFigures(
              OptionalDouble.of(0.913),
              OptionalDouble.of(1.042),
              OptionalDouble.empty(),
              OptionalDouble.of(0)));

  private static final LoadReport OF_A_JOINING_NODE =
      LoadReport.of(
          PaceReport.of(
              JoinPace.CLIENTS, OptionalLong.of(1_234_567), "10.0.0.1:7000 starts; it = slow"));

  @Test
  void writtenReportsAreReadAgain() {
    for (LoadReport report :
        new LoadReport[] {OF_A_MEMBER, OF_A_JOINING_NODE, LoadReport.NOTHING}) {
      assertThat(LoadReportCodec.decode(LoadReportCodec.encode(report))).isEqualTo(report);
    }
  }

  @Test
  void fieldsOfLaterVersionsArePassedOver() {
    String text = LoadReportCodec.encode(OF_A_MEMBER) + ";disk=430;why=because";

    assertThat(LoadReportCodec.decode(text)).isEqualTo(OF_A_MEMBER);
  }

  @Test
  void damagedTextIsRefusedByName() {
    Random random = new Random(SEED);
    for (LoadReport report : new LoadReport[] {OF_A_MEMBER, OF_A_JOINING_NODE}) {
      String text = LoadReportCodec.encode(report);
      for (int i = 0; i < 20_000; i++) {
        String damaged = Hostility.damaged(text, random);
        try {
          LoadReport read = LoadReportCodec.decode(damaged);
          assertThat(LoadReportCodec.decode(LoadReportCodec.encode(read))).isEqualTo(read);
        } catch (MalformedTextException refused) {
          assertThat(refused.getMessage()).hasSizeLessThan(400);
        }
      }
    }
  }

  @Test
  void anotherFormAndTextThatIsTooLongAreRefused() {
    assertThatThrownBy(() -> LoadReportCodec.decode("2;cpu=900"))
        .isInstanceOf(MalformedTextException.class)
        .hasMessageContaining("version \"2\"");
    assertThatThrownBy(() -> LoadReportCodec.decode("1;reason=" + "x".repeat(60_000)))
        .isInstanceOf(MalformedTextException.class)
        .hasMessageContaining("60009 characters");
  }

  @Test
  void aLongReasonEndsEarly() {
    PaceReport report = PaceReport.of(JoinPace.TIME, OptionalLong.empty(), "x;".repeat(500));

    assertThat(report.reason()).hasSize(PaceReport.MAX_REASON).endsWith("...").doesNotContain(";");
  }
}
