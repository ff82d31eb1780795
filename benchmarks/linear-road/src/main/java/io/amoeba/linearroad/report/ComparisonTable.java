package io.amoeba.linearroad.report;

import io.amoeba.linearroad.measure.Alternation;
import io.amoeba.linearroad.measure.Figures;
import io.amoeba.linearroad.measure.OperatorLocality;
import io.amoeba.linearroad.measure.Placement;
import io.amoeba.linearroad.measure.PlacementPhase;
import io.amoeba.linearroad.measure.Rates;
import io.amoeba.linearroad.run.RunResult;
import io.amoeba.report.Measure;
import io.amoeba.report.Numbers;
import java.util.List;
import java.util.Locale;

/** Figures before and after, or of both placements, beside each other. Confined to one thread. */
final class ComparisonTable {
  private final StringBuilder text = new StringBuilder();

  private ComparisonTable() {}

  /** That of a run. */
  static String of(RunResult result) {
    ComparisonTable table = new ComparisonTable();
    if (result.options().alignment().alternates()) {
      table.phases(result.performance().phases());
    } else {
      table.beforeAndAfter(result);
    }
    return table.text.toString();
  }

  private void beforeAndAfter(RunResult result) {
    Figures before = result.performance().before();
    Figures after = result.performance().after();
    boolean aligns = result.options().alignment().aligns();
    row("", aligns ? "before" : "unaligned", aligns ? "after" : "", "");
    row(RunMeasures.LOCAL, before, after, false);
    for (OperatorLocality locality : result.performance().operators()) {
      row(
          "  of " + locality.operator(),
          Numbers.percent(locality.before().localShare()),
          Numbers.percent(locality.after().localShare()),
          "");
    }
    if (Caveats.isPaced(result)) {
      Measure<Rates> reports = RunMeasures.REPORTS;
      row(reports.title(), reports.cell(before), reports.cell(after), "paced");
    } else {
      row(RunMeasures.REPORTS, before, after, true);
    }
    RunMeasures.LATENCIES.forEach(measure -> row(measure, before, after, true));
    row("measured, seconds", Numbers.whole(before.seconds()), Numbers.whole(after.seconds()), "");
  }

  private void phases(List<PlacementPhase> phases) {
    row("medians of the phases", "hash", "aligned", "");
    row(RunMeasures.LOCAL, phases, false);
    row(RunMeasures.TOLLS, phases, true);
    row(RunMeasures.REPORTS, phases, true);
    RunMeasures.LATENCIES.forEach(measure -> row(measure, phases, true));
    row(
        "measured, seconds of phases",
        measured(phases, Placement.HASH),
        measured(phases, Placement.ALIGNED),
        "");
    Alternation alternation = Alternation.of(phases);
    text.append(
        "%naligned / hash over %d pairs of neighbouring phases: tolls per second %s (%s … %s), latency p50 %s%n"
            .formatted(
                alternation.pairs(),
                Numbers.ratio(alternation.throughputRatio()),
                Numbers.ratio(alternation.throughputRatioMin()),
                Numbers.ratio(alternation.throughputRatioMax()),
                Numbers.ratio(alternation.latencyRatioP50())));
  }

  /** The median of a figure over the phases of a placement. */
  static String median(
      List<PlacementPhase> phases, Placement placement, Measure<? super PlacementPhase> measure) {
    return measure.format().apply(Alternation.median(phases, placement, measure.figure()));
  }

  private static String measured(List<PlacementPhase> phases, Placement placement) {
    List<PlacementPhase> own = phases.stream().filter(p -> p.placement() == placement).toList();
    double seconds = own.stream().mapToDouble(PlacementPhase::seconds).sum();
    return "%.0f of %d".formatted(seconds, own.size());
  }

  private void row(
      Measure<? super PlacementPhase> measure, List<PlacementPhase> phases, boolean compared) {
    double hash = Alternation.median(phases, Placement.HASH, measure.figure());
    double aligned = Alternation.median(phases, Placement.ALIGNED, measure.figure());
    row(measure, hash, aligned, compared);
  }

  private void row(Measure<Rates> measure, Rates first, Rates second, boolean compared) {
    row(
        measure,
        measure.figure().applyAsDouble(first),
        measure.figure().applyAsDouble(second),
        compared);
  }

  private void row(Measure<?> measure, double first, double second, boolean compared) {
    row(
        measure.title(),
        measure.format().apply(first),
        measure.format().apply(second),
        compared ? Numbers.factor(first, second) : "");
  }

  private void row(String name, String first, String second, String by) {
    text.append(String.format(Locale.ROOT, "%-32s %14s %14s %8s%n", name, first, second, by));
  }
}
