package io.amoeba.experiments.join;

import static io.amoeba.experiments.report.JsonNumbers.number;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.experiments.cassandra.CassandraStack;
import io.amoeba.experiments.report.ExperimentReport;
import io.amoeba.experiments.report.MachineLine;
import io.amoeba.experiments.report.Numbers;
import io.amoeba.experiments.report.Spread;
import io.amoeba.experiments.ycsb.TrafficSecond;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What the joins showed: as text, as JSON, and as a page with plots. Immutable. */
final class JoinReport implements ExperimentReport {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ROW = "%-16s %8s  %7s %7s %7s  %7s %7s  %6s %8s  %8s %8s  %6s%n";

  /** A baseline that changes more than this from one half to the other is none. */
  private static final double DRIFT = 0.1;

  private final JoinOptions options;
  private final List<JoinRun> runs;

  JoinReport(JoinOptions options, List<JoinRun> runs) {
    this.options = options;
    this.runs = List.copyOf(runs);
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder("\n");
    text.append(
        ROW.formatted(
            "mode",
            "ops/s",
            "1st",
            "join",
            "after",
            "join",
            "first",
            "SLO",
            "SLO",
            "lost",
            "recovery",
            "failed"));
    text.append(
        ROW.formatted(
            "", "before", "quarter", "mean", "", "s", "served", "count", "ms", "ops", "s", "ops"));
    runs.forEach(run -> text.append(row(run)));
    if (options.repeats() > 1) {
      text.append("\nMedians, with the least and greatest\n");
      options.modes().forEach(mode -> text.append(medians(mode)));
    }
    text.append(
        "%nWorkload %s at %s, %d in flight, %s rows of 1 kB on %d nodes of %.2f processors.%n"
            .formatted(
                options.workload(),
                options.consistency(),
                options.inFlight(),
                Numbers.whole(options.rows()),
                CassandraStack.NODES,
                options.cpusPerNode()));
    if (!options.agentOptions().isEmpty()) {
      text.append("The agent's options: %s.%n".formatted(options.agentOptions()));
    }
    if (!options.jvmOptions().isEmpty()) {
      text.append("More options of every JVM: %s.%n".formatted(options.jvmOptions()));
    }
    text.append(
        "Ratios are of throughput before. Times are since the first streamed byte; > is the end of the measurement.\n");
    runs.stream()
        .map(JoinRun::figures)
        .mapToDouble(JoinFigures::baselineDrift)
        .filter(drift -> Math.abs(drift) > DRIFT)
        .forEach(
            drift ->
                text.append(
                    "A baseline changed by %s from its first half to its second: try a longer --warm-up.%n"
                        .formatted(Numbers.percent(drift))));
    return text.append(MachineLine.text()).append('\n').toString();
  }

  private static String row(JoinRun run) {
    JoinFigures figures = run.figures();
    return ROW.formatted(
        run.mode(),
        Numbers.whole(figures.baselineOpsPerSecond()),
        ratio(figures.firstQuarterRatio()),
        ratio(figures.meanDuringJoinRatio()),
        ratio(figures.afterRatio()),
        Numbers.whole(figures.joinSeconds()),
        Numbers.whole(figures.firstServedSeconds()),
        figures.sloScoreCount(),
        Numbers.whole(figures.sloScoreMillis()),
        Numbers.whole(figures.lostOps()),
        (figures.recovered() ? "" : ">") + Numbers.whole(figures.recoverySeconds()),
        Numbers.whole(figures.failedOps()));
  }

  private String medians(JoinMode mode) {
    return "%-16s first quarter %s, join %s, after %s, lost %s operations%n"
        .formatted(
            mode,
            ratios(mode, JoinFigures::firstQuarterRatio),
            ratios(mode, JoinFigures::meanDuringJoinRatio),
            ratios(mode, JoinFigures::afterRatio),
            Numbers.whole(spread(mode, JoinFigures::lostOps).median()));
  }

  private String ratios(JoinMode mode, ToDoubleFunction<JoinFigures> figure) {
    Spread spread = spread(mode, figure);
    return "%s (%s-%s)"
        .formatted(ratio(spread.median()), ratio(spread.least()), ratio(spread.greatest()));
  }

  private Spread spread(JoinMode mode, ToDoubleFunction<JoinFigures> figure) {
    return Spread.of(
        runs.stream()
            .filter(run -> run.mode() == mode)
            .map(run -> figure.applyAsDouble(run.figures()))
            .toList());
  }

  private static String ratio(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "x%.2f", value);
  }

  @Override
  public ObjectNode json() {
    ObjectNode root = JSON.createObjectNode();
    ArrayNode all = root.putArray("runs");
    runs.forEach(run -> run(all.addObject(), run));
    root.put("workload", options.workload().name());
    root.put("consistency", options.consistency().name());
    root.put("inFlight", options.inFlight());
    root.put("rows", options.rows());
    root.put("cpusPerNode", options.cpusPerNode());
    root.put("agentOptions", options.agentOptions());
    root.put("jvmOptions", options.jvmOptions());
    root.put("machine", MachineLine.text());
    return root;
  }

  private void run(ObjectNode node, JoinRun run) {
    JoinFigures figures = run.figures();
    node.put("mode", run.mode().toString());
    number(node, "baselineOpsPerSecond", figures.baselineOpsPerSecond());
    number(node, "firstQuarterRatio", figures.firstQuarterRatio());
    number(node, "meanDuringJoinRatio", figures.meanDuringJoinRatio());
    number(node, "afterRatio", figures.afterRatio());
    number(node, "joinSeconds", figures.joinSeconds());
    number(node, "firstServedSeconds", figures.firstServedSeconds());
    node.put("sloScoreCount", figures.sloScoreCount());
    number(node, "sloScoreMillis", figures.sloScoreMillis());
    number(node, "lostOps", figures.lostOps());
    number(node, "recoverySeconds", figures.recoverySeconds());
    node.put("recovered", figures.recovered());
    node.put("failedOps", figures.failedOps());
    number(node, "baselineDrift", figures.baselineDrift());
    number(node, "baselineMillis", figures.baselineMillis());
    number(node, "sloMillis", figures.sloMillis());
    number(node, "startSeconds", figures.startSeconds());
    number(node, "streamLimitMebibytesPerSecond", run.streamMebibytesPerSecond());
    number(node, "receivedMebibytes", figures.receivedMebibytes());
    number(node, "receivedMebibytesPerSecond", figures.receivedMebibytesPerSecond());
    ArrayNode steps = node.putArray("stepSeconds");
    figures.steps().forEach(steps::add);
    traffic(node.putArray("traffic"), run);
    joiner(node.putArray("joiner"), run);
  }

  /** From the begin of the baseline. */
  private void traffic(ArrayNode seconds, JoinRun run) {
    double from = -run.figures().startSeconds() - options.before().toSeconds();
    for (TrafficSecond second : run.series().traffic()) {
      double at = second.second() - run.figures().beginAtSeconds();
      if (at >= from) {
        ObjectNode node = seconds.addObject();
        number(node, "at", at);
        node.put("operations", second.operations());
        node.put("failed", second.failed());
        number(node, "meanMillis", second.meanMillis());
        number(node, "p50Millis", second.p50Millis());
        number(node, "p95Millis", second.p95Millis());
        number(node, "p99Millis", second.p99Millis());
      }
    }
  }

  private static void joiner(ArrayNode samples, JoinRun run) {
    for (NodeSample sample : run.series().joiner()) {
      ObjectNode node = samples.addObject();
      number(node, "at", sample.atSeconds() - run.figures().beginAtSeconds());
      node.put("mode", sample.mode());
      number(node, "ownership", sample.ownership());
      node.put("reads", sample.reads());
      node.put("writes", sample.writes());
      node.put("receivedBytes", sample.receivedBytes());
    }
  }

  @Override
  public String template() {
    return "/io/amoeba/experiments/join/report.html";
  }
}
