package io.amoeba.experiments.followed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.experiments.ModeResult;
import io.amoeba.experiments.followed.JobCycle.Phase;
import io.amoeba.experiments.followed.JobCycle.Times;
import io.amoeba.linearroad.measure.Sample;
import io.amoeba.linearroad.observe.Requests;
import io.amoeba.report.Outputs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Cycles of an invented job: 1,000 reports and 100 requests per second. */
class FollowedReportTest {
  private static final Times TIMES = new Times(0, 40_000, 46_000, 60_000);

  private final List<JobCycle> cycles = new ArrayList<>();

  private static FollowedOptions options() {
    return new FollowedOptions(1, 64, new Outputs(null, Path.of("page.html"), null));
  }

  /** With remote requests alone in some seconds. */
  private void cycle(FollowedMode mode, int remoteFrom, int remoteTo, double lost) {
    List<Sample> samples = new ArrayList<>();
    Requests requests = Requests.NONE;
    for (int second = 0; second <= 60; second++) {
      samples.add(
          new Sample(
              second * 1_000L, second, second * 1_000L, Map.of("Toll", requests), true, second));
      boolean remote = second >= remoteFrom && second < remoteTo;
      requests =
          Requests.sum(List.of(requests, remote ? new Requests(0, 100) : new Requests(100, 0)));
    }
    cycles.add(
        JobCycle.of(
            1,
            mode,
            TIMES,
            samples,
            List.of(new Phase("LEADING_AWAY", 0)),
            Map.of("lostWrites", lost, "workSeconds", 5.0)));
  }

  private FollowedReport report(long mismatches) {
    return new FollowedReport(
        options(),
        ModeResult.of(cycles, cycle -> "an aligned job", (cycle, others) -> cycle),
        1_000,
        mismatches);
  }

  @Test
  void remoteRequestsDuringTheRoundAreShownAndPermitted() throws IOException {
    cycle(FollowedMode.STOCK, 0, 0, 0);
    cycle(FollowedMode.FOLLOWED, 41, 43, 0);

    FollowedReport report = report(0);
    JsonNode followed = report.json().path("runs").path(1);

    assertThat(report.holds()).as(report.text()).isTrue();
    assertThat(followed.path("name").asText()).isEqualTo("followed");
    assertThat(followed.path("localBefore").asDouble()).isEqualTo(1);
    assertThat(followed.path("lowestLocal").asDouble(-1)).isZero();
    assertThat(followed.path("lowestLocalAfter").asDouble()).isEqualTo(1);
    assertThat(followed.path("localDuring").asDouble()).isCloseTo(0.75, within(1e-9));
    assertThat(followed.path("secondsBelow").asDouble()).isEqualTo(2);
    assertThat(followed.path("secondsUntilLocal").asDouble(-1)).isZero();
    assertThat(followed.path("duringOfBefore").asDouble()).isCloseTo(1, within(1e-9));
    JsonNode round = followed.path("rounds").path(0);
    assertThat(round.path("phases").path(0).path("name").asText()).isEqualTo("LEADING_AWAY");
    assertThat(round.path("seconds").path(0).path("at").asDouble()).isNegative();
    assertThat(report.page()).contains("Routing that follows the lead", "LEADING_AWAY");
  }

  @Test
  void aJobThatIsNotAlignedAfterTheRoundFailsTheExperiment() {
    cycle(FollowedMode.FOLLOWED, 41, 50, 0);

    assertThat(report(0).holds()).isFalse();
    assertThat(cycles.get(0).get("secondsUntilLocal")).isEqualTo(4);
    assertThat(cycles.get(0).get("lowestLocalAfter")).isZero();
  }

  @Test
  void aLostWriteOrAWrongAnswerFailsTheExperiment() {
    cycle(FollowedMode.FOLLOWED, 0, 0, 1);
    assertThat(report(0).holds()).isFalse();

    cycles.clear();
    cycle(FollowedMode.FOLLOWED, 0, 0, 0);
    assertThat(report(0).holds()).isTrue();
    assertThat(report(1).holds()).isFalse();
  }

  @Test
  void triggersAreFarEnoughApartForARoundAndTheRestBetweenPromotions() {
    assertThat(FollowedOptions.trigger(Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(80));
    assertThat(FollowedOptions.trigger(Duration.ofSeconds(20))).isEqualTo(Duration.ofSeconds(122));
    assertThat(FollowedOptions.untilWork(Duration.ofSeconds(80))).isEqualTo(Duration.ofSeconds(40));
  }
}
