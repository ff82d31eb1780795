package io.amoeba.streaming.protocol.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.streaming.protocol.join.JoinPhase;
import io.amoeba.streaming.protocol.join.JoinProgress;
import io.amoeba.streaming.protocol.join.JoinProgress.DataSize;
import io.amoeba.streaming.protocol.join.JoinProgress.Streamed;
import io.amoeba.streaming.protocol.join.JoinProgressEstimator.Estimate;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class JoinProgressReportTest {

  private static final UUID PLAN = new UUID(1, 2);
  private static final Estimate BYTES =
      new Estimate(25, OptionalLong.of(80), OptionalLong.of(11), OptionalLong.of(5));

  @Test
  void itsTextsAreShortAndSeparateNothing() {
    JoinProgressReport report =
        JoinProgressReport.of(
            PLAN,
            progress(Collections.nCopies(1_000, "10.0.0.1:7000"), "a; b\n\u00e9\ud83d\ude00"),
            BYTES);

    assertThat(report.senders()).hasSize(300).startsWith("10.0.0.1:7000, 10.").endsWith("...");
    assertThat(report.reason()).isEqualTo("a, b ???");
    NodeReport node = new NodeReport(7, Optional.of(report));
    assertThat(NodeReportCodec.encode(node)).hasSizeLessThan(1_000);
    assertThat(NodeReportCodec.decode(NodeReportCodec.encode(node))).isEqualTo(node);
  }

  @Test
  void aLongTextOfAnotherNodeIsRefused() {
    assertThatThrownBy(
            () ->
                new JoinProgressReport(
                    PLAN, JoinPhase.STREAMING, 1, 2, "", 0, 0, BYTES, "", "x".repeat(301)))
        .hasMessageContaining("reason of 301 characters");
  }

  @Test
  void onlyBytesChangeAllTheTime() {
    JoinProgressReport report = JoinProgressReport.of(PLAN, progress(List.of("a"), ""), BYTES);

    assertThat(
            report.saysTheSameBesideBytes(
                JoinProgressReport.of(PLAN, progress(List.of("a"), ""), Estimate.UNKNOWN)))
        .isTrue();
    assertThat(
            report.saysTheSameBesideBytes(
                JoinProgressReport.of(PLAN, progress(List.of("b"), ""), BYTES)))
        .isFalse();
  }

  @Test
  void ofASilentNodeNoRateAndNoEndRemain() {
    JoinProgressReport report =
        JoinProgressReport.of(PLAN, progress(List.of("a"), ""), BYTES).ofASilentNode();

    assertThat(report.bytes())
        .isEqualTo(
            new Estimate(25, OptionalLong.of(80), OptionalLong.empty(), OptionalLong.empty()));
    assertThat(report.senders()).isEmpty();
    assertThat(report.reason()).contains("is down");
  }

  private static JoinProgress progress(List<String> senders, String reason) {
    return new JoinProgress(
        JoinPhase.STREAMING,
        9,
        1,
        2,
        0,
        3,
        senders,
        5,
        10,
        new Streamed(25, new DataSize(0.1, 20), new DataSize(0.1, 10)),
        Optional.empty(),
        List.of(),
        reason,
        false);
  }
}
