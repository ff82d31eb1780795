package io.amoeba.linearroad.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.linearroad.answer.AnswerComparison;
import io.amoeba.linearroad.answer.AnswerSet;
import io.amoeba.linearroad.answer.TollNotification;
import io.amoeba.linearroad.answers.LatencySeries;
import io.amoeba.linearroad.feed.Pace;
import io.amoeba.linearroad.generator.TrafficMode;
import io.amoeba.linearroad.job.probe.OrderProbe;
import io.amoeba.linearroad.measure.AnswerGaps;
import io.amoeba.linearroad.measure.Figures;
import io.amoeba.linearroad.measure.OperatorLocality;
import io.amoeba.linearroad.measure.Placement;
import io.amoeba.linearroad.measure.PlacementPhase;
import io.amoeba.linearroad.measure.Samples;
import io.amoeba.linearroad.observe.FreshAnswers;
import io.amoeba.linearroad.observe.HashSlotLayout;
import io.amoeba.linearroad.observe.Requests;
import io.amoeba.linearroad.run.RunOptions;
import io.amoeba.linearroad.run.RunResult;
import io.amoeba.linearroad.run.Traffic;
import io.amoeba.linearroad.run.When;
import io.amoeba.linearroad.servers.FleetOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final Figures BEFORE = new Figures(0.3, 5_000, 1_000, 200, 40, 900, 10);
  private static final Figures AFTER = new Figures(1, 5_000, 2_000, 400, 30, 600, 10);

  private static final List<PlacementPhase> PHASES =
      List.of(
          phase(Placement.HASH, 2_000, 100, 0.35),
          phase(Placement.ALIGNED, 18_000, 150, 1),
          phase(Placement.HASH, 34_000, 120, 0.33));

  private static PlacementPhase phase(
      Placement placement, long beginMillis, double tolls, double localHitRate) {
    return new PlacementPhase(
        placement,
        beginMillis,
        beginMillis + 15_000,
        new Figures(localHitRate, 5_000, 9_000, tolls, 80, 900, 12));
  }

  private static final AnswerGaps GAPS = new AnswerGaps(OptionalLong.of(61), OptionalLong.of(118));

  private static final List<OperatorLocality> LOCAL =
      List.of(
          new OperatorLocality("SegStats", new Requests(300, 700), new Requests(500, 0)),
          new OperatorLocality("Toll", new Requests(1, 3), new Requests(400, 2)));

  private static RunResult result(Figures after, long reorderings, boolean immediate) {
    return result(after, new OrderProbe.Result(10, reorderings, 0, 0), immediate, null, List.of());
  }

  private static RunResult alternating(List<PlacementPhase> phases) {
    return result(
        Figures.NONE, new OrderProbe.Result(10, 0, 0, 0), false, Duration.ofSeconds(15), phases);
  }

  private static RunResult result(
      Figures after,
      OrderProbe.@Nullable Result order,
      boolean immediate,
      @Nullable Duration alternateEvery,
      List<PlacementPhase> phases) {
    return result(
        BEFORE,
        after,
        order,
        immediate,
        new RunOptions.Alignment(new When.AfterPart(0.5), null, alternateEvery),
        phases,
        false,
        LOCAL);
  }

  private static RunResult keyed(List<OperatorLocality> operators) {
    return result(
        BEFORE,
        AFTER,
        new OrderProbe.Result(10, 0, 0, 0),
        false,
        new RunOptions.Alignment(new When.AfterPart(0.5), null),
        List.of(),
        true,
        operators);
  }

  private static RunResult withoutAlignment(Figures before) {
    return result(
        before,
        Figures.NONE,
        new OrderProbe.Result(10, 0, 0, 0),
        false,
        new RunOptions.Alignment(new When.Never(), null),
        List.of(),
        false,
        List.of());
  }

  private static RunResult result(
      Figures before,
      Figures after,
      OrderProbe.@Nullable Result order,
      boolean immediate,
      RunOptions.Alignment alignment,
      List<PlacementPhase> phases,
      boolean keyed,
      List<OperatorLocality> operators) {
    AnswerSet right = new AnswerSet();
    right.add(new TollNotification(1, 2, -1, 3, 4));
    RunOptions options =
        new RunOptions(
            new FleetOptions(
                3,
                1,
                FleetOptions.Layout.TOGETHER,
                0,
                0,
                new FleetOptions.JobSettings(
                    immediate,
                    keyed,
                    64,
                    null,
                    Duration.ofMillis(5),
                    Duration.ofSeconds(1),
                    true,
                    order != null),
                0,
                false,
                Path.of("/tmp")),
            null,
            new Traffic.Generated(TrafficMode.STEADY, 1, 1_000, 1, Duration.ofSeconds(20)),
            new Pace.Fastest(),
            alignment,
            List.of());
    double growth = alignment.aligns() ? 1.3 : Double.NaN;
    return new RunResult(
        options,
        new RunResult.Input(1, 30_300, 30_000, 30),
        new RunResult.Performance(before, after, operators, growth, 700, GAPS, 0, 0, phases),
        new RunResult.Checks(AnswerComparison.of(right, right), 0, order),
        new RunResult.Timeline(
            List.of(
                Samples.of(1_000, 1, 1_000, 1, 1),
                Samples.of(2_000, 2, 2_000, 2, 2),
                Samples.of(3_000, 3, 3_000, 3, 3),
                Samples.of(4_000, 4, 4_000, 9, 3)),
            new LatencySeries(),
            1_000,
            9_000,
            4_000,
            4_600,
            5_000),
        new RunResult.Surroundings(null, null, 0));
  }

  private static RunResult in(RunResult.Surroundings surroundings, Pace pace) {
    RunResult result = result(AFTER, 0, false);
    RunOptions options = result.options();
    return new RunResult(
        new RunOptions(
            options.fleet(), null, options.traffic(), pace, options.alignment(), List.of()),
        result.input(),
        result.performance(),
        result.checks(),
        result.timeline(),
        surroundings);
  }

  private static RunResult replicasFirst(FreshAnswers answers) {
    RunResult result = result(AFTER, 0, false);
    RunOptions options = result.options();
    FleetOptions fleet =
        new FleetOptions(
            3,
            1,
            FleetOptions.Layout.TOGETHER,
            2,
            0,
            new FleetOptions.JobSettings(
                false,
                false,
                64,
                new FleetOptions.FreshReading(Duration.ofMillis(500), true),
                Duration.ofMillis(5),
                Duration.ofSeconds(1),
                true,
                true),
            0,
            false,
            Path.of("/tmp"));
    return new RunResult(
        new RunOptions(
            fleet, null, options.traffic(), options.pace(), options.alignment(), List.of()),
        result.input(),
        result.performance(),
        answers,
        result.checks(),
        result.timeline(),
        result.surroundings());
  }

  @Test
  void aRunWithFreshReadsTellsWhoAnsweredThem() {
    RunResult result = replicasFirst(new FreshAnswers(40, 1_200));

    assertThat(result.failures()).isEmpty();
    assertThat(Summary.of(result))
        .contains(
            "fresh reads, replicas first within 500 ms: 1,200 answered by replicas, 40 by primaries");
    assertThat(JsonReport.of(result).path("replicas").asInt()).isEqualTo(2);
    assertThat(JsonReport.of(result).path("freshReads"))
        .hasToString(
            "{\"boundMillis\":500,\"replicasFirst\":true,\"replicaAnswers\":1200,\"primaryAnswers\":40}");
    assertThat(JsonReport.of(result(AFTER, 0, false)).path("freshReads").isNull()).isTrue();
  }

  @Test
  void replicasThatAreFirstAndAnswerNothingFailTheRun() {
    assertThat(replicasFirst(new FreshAnswers(40, 0)).failures())
        .containsExactly(
            "no replica answered a read: give a longer --duration or --fresh-reads, and replicas");
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
  void jsonHasTheRunOverTimeAndWhatTheAlignmentCost() {
    JsonNode json = JsonReport.of(result(AFTER, 0, false));

    assertThat(json.path("longestGapMillis")).hasToString("{\"before\":61,\"change\":118}");
    assertThat(json.path("series"))
        .hasToString("[{\"at\":3.0,\"recordsPerSecond\":1000.0,\"localHitRate\":0.8}]");
    assertThat(json.path("alignBeginSeconds").asDouble()).isEqualTo(3);
    assertThat(json.path("migratedSeconds").asDouble()).isEqualTo(3.6);
    assertThat(json.path("alignedSeconds").asDouble()).isEqualTo(4);
    assertThat(Summary.of(result(AFTER, 0, false)))
        .contains("adaptation: 700 ms, of which 600 ms for the migration of all Redis primaries")
        .contains("longest time without an answer: 61 ms before, 118 ms while maps changed");
  }

  @Test
  void aRunWithoutAlignmentIsNotJudgedByItsLocalRequests() throws IOException {
    assertThat(withoutAlignment(BEFORE).failures()).isEmpty();
    assertThat(Summary.of(withoutAlignment(BEFORE)))
        .contains("unaligned", "30.00 %", "All checks passed.")
        .doesNotContain("adaptation", "part of the gain is JIT warm-up");
    assertThat(HtmlReport.of(withoutAlignment(BEFORE))).contains("Linear Road: without alignment");
    assertThat(withoutAlignment(Figures.NONE).failures())
        .containsExactly("no request to Redis was seen: give a longer --duration");
  }

  @Test
  void unknownFigureIsNull() {
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
    Figures remote = new Figures(0.98, 5_000, 2_000, 400, 30, 600, 10);

    assertThat(result(remote, 0, false).failures()).hasSize(1);
    assertThat(result(Figures.NONE, 0, false).failures()).hasSize(1);
  }

  @Test
  void eachOperatorHasItsLocalHitRate() {
    assertThat(Summary.of(result(AFTER, 0, false)))
        .contains(
            "  of SegStats                           30.00 %       100.00 %",
            "  of Toll                               25.00 %        99.50 %");
    assertThat(JsonReport.of(result(AFTER, 0, false)).path("localHitRateByOperator"))
        .hasToString(
            "{\"SegStats\":{\"before\":0.3,\"after\":1.0},"
                + "\"Toll\":{\"before\":0.25,\"after\":0.9950248756218906}}");
  }

  @Test
  void aRunOfAKeyedStreamIsJudgedByEachOperator() {
    Requests before = new Requests(30, 60);
    OperatorLocality remote = new OperatorLocality("Toll", before, new Requests(900, 100));
    OperatorLocality idle = new OperatorLocality("AccidentManager", before, new Requests(1, 9));

    assertThat(keyed(LOCAL).failures()).isEmpty();
    assertThat(keyed(List.of(remote, idle)).failures())
        .containsExactly(
            "only 90.00 % of the requests of operator Toll were local after the alignment, less"
                + " than 99 %");
    assertThat(JsonReport.of(keyed(LOCAL)).path("keyed").asBoolean()).isTrue();
    assertThat(Summary.of(keyed(LOCAL)))
        .contains("of which 600 ms for the moves of all hash slots to the keyed stream's nodes");
  }

  @Test
  void warmUpIsReportedBesideTheGain() {
    assertThat(Summary.of(result(AFTER, 0, false)))
        .contains("part of the gain is JIT warm-up", "reduces the share of warm-up");
  }

  @Test
  void uncheckedOrderIsReportedAsUnchecked() {
    RunResult result = result(AFTER, null, false, null, List.of());

    assertThat(result.failures()).isEmpty();
    assertThat(Summary.of(result)).contains("order: not checked (--no-order-probe)");
    JsonNode json = JsonReport.of(result);
    assertThat(json.path("keyReorderings").isNull()).isTrue();
    assertThat(json.path("recordsLostOrDuplicated").isNull()).isTrue();
    assertThat(json.path("accessesChecked").isNull()).isTrue();
  }

  @Test
  void jsonOfAnAlternationHasItsPhasesAndTheirComparison() {
    JsonNode json = JsonReport.of(alternating(PHASES));

    assertThat(json.path("phases")).hasSize(3);
    assertThat(json.path("phases").get(1))
        .hasToString(
            "{\"placement\":\"aligned\",\"beginMillis\":18000,\"endMillis\":33000,"
                + "\"localHitRate\":1.0,\"requests\":5000,\"recordsPerSecond\":9000.0,"
                + "\"tollsPerSecond\":150.0,\"tollLatencyP50Micros\":80.0,"
                + "\"tollLatencyP99Micros\":900.0,\"seconds\":12.0}");
    assertThat(json.path("alternation"))
        .hasToString(
            "{\"pairs\":2,\"throughputRatio\":1.375,\"throughputRatioMin\":1.25,"
                + "\"throughputRatioMax\":1.5,\"latencyRatioP50\":1.0,"
                + "\"localHitRateHash\":0.33999999999999997,\"localHitRateAligned\":1.0}");
    assertThat(JsonReport.of(result(AFTER, 0, false)).has("phases")).isFalse();
  }

  @Test
  void summaryOfAnAlternationComparesBothPlacements() {
    assertThat(Summary.of(alternating(PHASES)))
        .contains(
            "34.00 %       100.00 %",
            "110            150    x1.36",
            "24 of 2        12 of 1",
            "2 pairs of neighbouring phases: tolls per second x1.38 (x1.25 … x1.50)",
            "All checks passed.")
        .doesNotContain("before", "warm-up");
  }

  @Test
  void tooFewPairsFail() {
    assertThat(alternating(PHASES.subList(0, 2)).failures())
        .singleElement()
        .asString()
        .contains("only 1 pairs", "longer --duration");
    assertThat(alternating(PHASES).failures()).isEmpty();
  }

  @Test
  void remoteRequestsInAnAlignedPhaseFail() {
    List<PlacementPhase> phases = new ArrayList<>(PHASES);
    phases.add(phase(Placement.ALIGNED, 50_000, 150, 0.98));

    assertThat(alternating(phases).failures())
        .containsExactly(
            "only 98.00 % of the requests were local in an aligned phase, less than 99 %");
  }

  @Test
  void htmlMarksThePhases() throws IOException {
    assertThat(HtmlReport.of(alternating(PHASES)))
        .contains(
            "{\"placement\":\"hash\",\"from\":1.0,\"to\":16.0}",
            "hash and aligned placement in turn")
        .doesNotContain("{{");
  }

  @Test
  void theHeaderOfTheHtmlTableStandsAboveItsColumns() throws IOException {
    String html = HtmlReport.of(result(AFTER, 0, false));

    List<String> table =
        html.substring(html.indexOf("<pre>") + "<pre>".length(), html.indexOf("</pre>"))
            .lines()
            .toList();
    int endOfBefore = table.get(0).indexOf("before") + "before".length();
    int endOfAfter = table.get(0).indexOf("after") + "after".length();
    String local =
        table.stream().filter(line -> line.startsWith("local requests")).findFirst().orElseThrow();
    assertThat(local.substring(0, endOfBefore)).endsWith("30.00 %");
    assertThat(local.substring(0, endOfAfter)).endsWith("100.00 %");
  }

  @Test
  void linesOfPlotsGoThroughMeasuredPointsAloneAndEndWhereNothingWasMeasured() throws IOException {
    String html = HtmlReport.of(result(AFTER, 0, false));

    assertThat(html).doesNotContainPattern("tension: *0\\.[0-9]*[1-9]");
    assertThat(html).contains("tension: 0").containsPattern("\\{\"x\":[0-9.]+,\"y\":null\\}");
  }

  @Test
  void htmlNeedsNothingElse() throws IOException {
    String html = HtmlReport.of(result(AFTER, 0, false));

    assertThat(html).contains("All checks passed", "new Chart(", "30.00 %", "alignBegin");
    assertThat(html).doesNotContain("{{", "src=\"", "<link");
    assertThat(html.split("</script>", -1)).hasSize(3);
  }

  @Test
  void tilesShowTheKeyFigures() throws IOException {
    assertThat(HtmlReport.of(result(AFTER, 0, false)))
        .contains(
            "\"value\":\"100.00 %\",\"detail\":\"30.00 % before\",\"quality\":\"good\"",
            "\"value\":\"2,000\",\"detail\":\"1,000 before, x2.00\"")
        .contains("longest gap between answers 118 ms");
    assertThat(HtmlReport.of(result(AFTER, 2, false)))
        .contains("\"name\":\"Reordered keys\",\"value\":\"2\"")
        .containsPattern("\"name\":\"Reordered keys\"[^}]*\"quality\":\"bad\"");
    assertThat(HtmlReport.of(alternating(PHASES)))
        .contains("\"name\":\"Tolls per second, aligned / hash\"");
  }

  @Test
  void aPacedRunClaimsNoGainInThroughput() throws IOException {
    RunResult paced =
        in(new RunResult.Surroundings(null, null, 0), new Pace.SimulatedSecondsPerSecond(1));

    assertThat(Summary.of(paced))
        .contains("Traffic is paced at 1.0 simulated seconds per second")
        .doesNotContain("x2.00");
    assertThat(HtmlReport.of(paced)).contains("\"detail\":\"paced by the input\"");
  }

  @Test
  void aBusyMachineIsNamedBesideItsFigures() throws IOException {
    RunResult busy = in(new RunResult.Surroundings(null, null, 0.83), new Pace.Fastest());

    assertThat(Summary.of(busy))
        .contains("Other programs kept this machine busy (83 % of its CPUs");
    assertThat(HtmlReport.of(busy)).contains("Other programs kept this machine busy");
    assertThat(Summary.of(result(AFTER, 0, false))).doesNotContain("busy");
  }

  @Test
  void thePageShowsHashSlotsAndTheirOwnersBeforeAndAfter() throws IOException {
    HashSlotLayout before =
        new HashSlotLayout(
            List.of("node-1", "node-2"), "AB", List.of(new HashSlotLayout.Operator("Toll", "")));
    HashSlotLayout after =
        new HashSlotLayout(
            List.of("node-1", "node-2"), "AB", List.of(new HashSlotLayout.Operator("Toll", "AB")));

    assertThat(HtmlReport.of(in(new RunResult.Surroundings(before, after, 0), new Pace.Fastest())))
        .contains(
            "\"layoutBefore\":{\"nodes\":[\"node-1\",\"node-2\"],\"primaries\":\"AB\",\"operators\":[{\"name\":\"Toll\",\"owners\":\"\"}]}",
            "\"operators\":[{\"name\":\"Toll\",\"owners\":\"AB\"}]");
  }
}
