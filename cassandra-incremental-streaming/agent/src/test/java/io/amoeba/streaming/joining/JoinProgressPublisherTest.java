package io.amoeba.streaming.joining;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.streaming.protocol.join.JoinPhase;
import io.amoeba.streaming.protocol.join.JoinProgressEstimator.Estimate;
import io.amoeba.streaming.protocol.progress.JoinProgressReport;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class JoinProgressPublisherTest {

  private final JoinProgressPublisher.Pace pace = new JoinProgressPublisher.Pace();

  @Test
  void aNewPhaseIsSaidAtOnceButNotTwiceInASecond() {
    assertThat(pace.isDue(report(JoinPhase.ANNOUNCED, 0), 0)).isTrue();
    assertThat(pace.isDue(report(JoinPhase.DRAINING, 0), millis(999))).isFalse();
    assertThat(pace.isDue(report(JoinPhase.DRAINING, 0), millis(1_000))).isTrue();
    assertThat(pace.isDue(report(JoinPhase.STREAMING, 0), millis(60_000))).isTrue();
  }

  @Test
  void bytesAloneAreSaidEveryFiveSeconds() {
    pace.isDue(report(JoinPhase.STREAMING, 0), 0);

    assertThat(pace.isDue(report(JoinPhase.STREAMING, 1), millis(4_999))).isFalse();
    assertThat(pace.isDue(report(JoinPhase.STREAMING, 2), millis(5_000))).isTrue();
  }

  @Test
  void unchangedProgressIsNotReportedAgain() {
    pace.isDue(report(JoinPhase.STREAMING, 1), 0);

    assertThat(pace.isDue(report(JoinPhase.STREAMING, 1), millis(60_000))).isFalse();
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private static JoinProgressReport report(JoinPhase phase, long bytes) {
    return new JoinProgressReport(
        new UUID(1, 2), phase, 1, 2, "a", bytes, 10, Estimate.UNKNOWN, "", "");
  }
}
