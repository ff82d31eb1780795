package io.amoeba.experiments.join;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.experiments.cassandra.NodeSizes;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.MachineLine;
import io.amoeba.report.Numbers;
import io.amoeba.report.Spread;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What the joins showed: as text, as JSON, and as a page with plots. Immutable. */
final class JoinReport implements ExperimentReport {
  private static final String ROW = "%-19s %8s  %7s %7s %7s  %7s %7s  %6s %8s  %8s %8s  %6s%n";
  private static final String LOADS = "%-19s  %7s %7s %7s  %7s %7s  %8s %8s %8s  %8s %8s  %8s%n";

  /** A baseline that changes more than this from one half to the other is none. */
  private static final double DRIFT = 0.1;

  private final JoinOptions options;
  private final Optional<String> warning;
  private final List<JoinRun> runs;

  /**
   * Reports on these runs.
   *
   * @param warning what may make the limit of reads another one than on other machines
   */
  JoinReport(JoinOptions options, Optional<String> warning, List<JoinRun> runs) {
    this.options = options;
    this.warning = warning;
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
    text.append("\nReads of its disk per second and part of its processors that a node uses\n");
    text.append(
        LOADS.formatted(
            "", "reads/s", "join", "after", "joining", "after", "CPU", "join", "after", "joining",
            "after", "cached"));
    text.append(
        LOADS.formatted("", "before", "", "", "node", "", "before", "", "", "node", "", "MiB"));
    runs.forEach(run -> text.append(loads(run)));
    text.append(MachineTable.of(runs));
    return text.append(notes()).append(MachineLine.text()).append('\n').toString();
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

  private static String loads(JoinRun run) {
    JoinLoads loads = run.loads();
    return LOADS.formatted(
        run.mode(),
        Numbers.whole(loads.membersBefore().readsPerSecond()),
        Numbers.whole(loads.membersDuring().readsPerSecond()),
        Numbers.whole(loads.membersAfter().readsPerSecond()),
        Numbers.whole(loads.joinerDuring().readsPerSecond()),
        Numbers.whole(loads.joinerAfter().readsPerSecond()),
        Numbers.percent(loads.membersBefore().cpuFraction()),
        Numbers.percent(loads.membersDuring().cpuFraction()),
        Numbers.percent(loads.membersAfter().cpuFraction()),
        Numbers.percent(loads.joinerDuring().cpuFraction()),
        Numbers.percent(loads.joinerAfter().cpuFraction()),
        Numbers.whole(loads.membersPageCacheMebibytes()));
  }

  private String medians(JoinMode mode) {
    return "%-19s first quarter %s, join %s, after %s, lost %s operations%n"
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

  private String notes() {
    JoinTraffic traffic = options.traffic();
    NodeSizes sizes = options.sizes();
    StringBuilder notes = new StringBuilder();
    notes.append(
        "%nWorkload %s at %s, %d in flight, %s rows of %s bytes in %d SSTables on %d nodes of %.2f processors, %d MiB, %s.%n"
            .formatted(
                traffic.workload(),
                traffic.consistency(),
                traffic.inFlight(),
                Numbers.whole(traffic.rows()),
                Numbers.whole(10.0 * traffic.fieldLength()),
                traffic.sstables(),
                options.members(),
                sizes.cpus(),
                sizes.memoryMebibytes(),
                sizes.limitsReads()
                    ? "%d reads/s".formatted(sizes.readsPerSecond())
                    : "no limit of reads"));
    notes.append(options.nodeOptions().notes());
    notes.append(
        "Ratios are of throughput before. Times are since the first streamed byte; > is the end of the measurement.\n"
            + "Nodes are members, on average, where it does not say joining. Cached: of files, by a member, before.\n");
    warning.ifPresent(text -> notes.append("%s%n".formatted(text)));
    for (int run = 0; run < runs.size(); run++) {
      if (!runs.get(run).steadyBaseline()) {
        notes.append(
            "Run %d, %s: throughput was not steady before, or nodes were still judged by their start; its ratios may be too good. Try a longer --settle.%n"
                .formatted(run + 1, runs.get(run).mode()));
      }
    }
    runs.stream()
        .map(JoinRun::figures)
        .mapToDouble(JoinFigures::baselineDrift)
        .filter(drift -> Math.abs(drift) > DRIFT)
        .forEach(
            drift ->
                notes.append(
                    "A baseline changed by %s from its first half to its second: try a longer --settle.%n"
                        .formatted(Numbers.percent(drift))));
    return notes.toString();
  }

  @Override
  public ObjectNode json() {
    return JoinJson.of(options, runs);
  }

  @Override
  public String template() {
    return "/io/amoeba/experiments/join/report.html";
  }
}
