package io.amoeba.streaming.joining;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.streaming.protocol.join.JoinPhase;
import io.amoeba.streaming.protocol.join.JoinProgress;
import io.amoeba.streaming.protocol.join.JoinProgress.DataSize;
import io.amoeba.streaming.protocol.join.JoinProgress.Streamed;
import io.amoeba.streaming.protocol.join.JoinProgressEstimator.Estimate;
import io.amoeba.streaming.protocol.pace.JoinPace;
import io.amoeba.streaming.protocol.pace.PaceReport;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class JoinProgressLogTest {

  private static final JoinProgress PROGRESS =
      new JoinProgress(
          JoinPhase.STREAMING,
          9,
          2,
          4,
          4,
          16,
          List.of("10.0.0.1:7000"),
          5,
          10,
          new Streamed(25, new DataSize(0.1, 20), new DataSize(0.1, 10)),
          Optional.empty(),
          List.of("10.0.0.2:7000 has acknowledged epoch 8 of 9"),
          "",
          false);

  private static final PaceReport PACE =
      PaceReport.of(JoinPace.CLIENTS, OptionalLong.of(77), "they are fine");

  private static final PaceReport NO_LIMIT =
      PaceReport.of(JoinPace.TIME, OptionalLong.empty(), "at once");

  @Test
  void aLineSaysBytesRateTimeToGoAndWhomItWaitsFor() {
    Estimate estimate =
        new Estimate(25, OptionalLong.of(80), OptionalLong.of(11), OptionalLong.of(5));

    assertThat(JoinProgressLog.detail(PROGRESS, estimate, PACE))
        .isEqualTo(
            "; 4 of 16 tokens done; step 5 of 10 bytes; join 25 of about 80 bytes, 11 bytes/s,"
                + " about 5s to go; waits for [10.0.0.2:7000 has acknowledged epoch 8 of 9];"
                + " from [10.0.0.1:7000]; pace clients, 77 bytes/s at most: they are fine");
  }

  @Test
  void unknownFiguresAreNotInTheLine() {
    assertThat(JoinProgressLog.detail(PROGRESS, Estimate.UNKNOWN, NO_LIMIT))
        .contains("; join 0 bytes; ")
        .endsWith("; pace time: at once")
        .doesNotContain("bytes/s", "to go");
  }
}
