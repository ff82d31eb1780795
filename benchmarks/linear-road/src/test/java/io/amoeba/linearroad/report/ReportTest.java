package io.amoeba.linearroad.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.linearroad.answer.AnswerComparison;
import io.amoeba.linearroad.answer.AnswerSet;
import io.amoeba.linearroad.answer.TollNotification;
import io.amoeba.linearroad.answers.LatencySeries;
import io.amoeba.linearroad.feed.Pace;
import io.amoeba.linearroad.job.probe.OrderProbe;
import io.amoeba.linearroad.run.Figures;
import io.amoeba.linearroad.run.FleetOptions;
import io.amoeba.linearroad.run.RunOptions;
import io.amoeba.linearroad.run.RunResult;
import io.amoeba.linearroad.run.Sample;
import io.amoeba.linearroad.run.Traffic;
import io.amoeba.linearroad.run.When;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final Figures BEFORE = new Figures(0.3, 5_000, 1_000, 40, 900, 10);
  private static final Figures AFTER = new Figures(1, 5_000, 2_000, 30, 600, 10);

  private static RunResult result(Figures after, long reorderings, boolean immediate) {
    AnswerSet right = new AnswerSet();
    right.add(new TollNotification(1, 2, -1, 3, 4));
    RunOptions options =
        new RunOptions(
            new FleetOptions(
                3,
                1,
                0,
                new FleetOptions.JobSettings(
                    immediate ? "immediate" : "ordered", 64, Duration.ofSeconds(1), true, true),
                0,
                false,
                Path.of("/tmp")),
            null,
            new Traffic.Generated(1, 1, Duration.ofSeconds(20)),
            new Pace.Fastest(),
            new RunOptions.Alignment(new When.AfterPart(0.5), null),
            new RunOptions.Outputs(null, null, false),
            List.of());
    return new RunResult(
        options,
        new RunResult.Input(1, 30_300, 30_000, 30),
        new RunResult.Performance(BEFORE, after, 1.3, 700, 0, 0),
        new RunResult.Checks(
            AnswerComparison.of(right, right), 0, new OrderProbe.Result(10, reorderings, 0, 0)),
        new RunResult.Timeline(
            List.of(
                new Sample(1_000, 1, 1_000, 1, 1, true),
                new Sample(2_000, 2, 2_000, 2, 2, true),
                new Sample(3_000, 3, 3_000, 3, 3, true),
                new Sample(4_000, 4, 4_000, 9, 3, true)),
            new LatencySeries(),
            1_000,
            9_000,
            4_000,
            5_000));
  }

  @Test
  void jsonBeginsWithTheAgreedKeys() {
    JsonNode json = JsonReport.of(result(AFTER, 0, false));

    assertThat(json.fieldNames())
        .toIterable()
        .startsWith(
            "nodes",
            "expressways",
            "positionReports",
            "before",
            "after",
            "adaptationMillis",
            "keyReorderings",
            "recordsLostOrDuplicated",
            "validation");
    assertThat(json.path("before").fieldNames())
        .toIterable()
        .containsExactly(
            "localHitRate", "recordsPerSecond", "tollLatencyP50Micros", "tollLatencyP99Micros");
    assertThat(json.path("validation").fieldNames())
        .toIterable()
        .containsExactly("checked", "mismatches");
    assertThat(json.path("after").path("localHitRate").asDouble()).isEqualTo(1);
  }

  @Test
  void whatIsNotKnownIsNull() {
    JsonNode json = JsonReport.of(result(Figures.NONE, 0, false));

    assertThat(json.path("after").path("recordsPerSecond").isNull()).isTrue();
  }

  @Test
  void reorderingsFailUnlessThereIsNoHandOver() {
    assertThat(result(AFTER, 2, false).failures())
        .containsExactly("2 accesses to a key were reordered");
    assertThat(result(AFTER, 2, true).failures()).isEmpty();
  }

  @Test
  void remoteRequestsAfterTheAlignmentFail() {
    Figures remote = new Figures(0.98, 5_000, 2_000, 30, 600, 10);

    assertThat(result(remote, 0, false).failures()).hasSize(1);
    assertThat(result(Figures.NONE, 0, false).failures()).hasSize(1);
  }

  @Test
  void warmUpIsNotSoldAsAlignment() {
    assertThat(Summary.of(result(AFTER, 0, false)))
        .contains("is part of the difference", "leaves less of it to warm-up");
  }

  @Test
  void htmlNeedsNothingElse() throws IOException {
    String html = HtmlReport.of(result(AFTER, 0, false));

    assertThat(html).contains("All checks passed", "new Chart(", "30.00 %", "alignBegin");
    assertThat(html).doesNotContain("{{", "src=\"", "<link");
    assertThat(html.split("</script>", -1)).hasSize(3);
  }
}
