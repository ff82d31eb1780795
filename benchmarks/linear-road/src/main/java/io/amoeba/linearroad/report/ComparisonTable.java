package io.amoeba.linearroad.report;

import io.amoeba.linearroad.measure.Alternation;
import io.amoeba.linearroad.measure.Figures;
import io.amoeba.linearroad.measure.Placement;
import io.amoeba.linearroad.measure.PlacementPhase;
import io.amoeba.linearroad.run.RunResult;
import io.amoeba.report.Measure;
import io.amoeba.report.Numbers;
import java.util.List;
import java.util.Locale;

/** Figures before and after, or of both placements, beside each other. Stateless. */
final class ComparisonTable {
  private ComparisonTable() {}

  /** That of a run. */
  static String of(RunResult result) {
    return result.options().alignment().alternates()
        ? phases(result.performance().phases())
        : beforeAndAfter(result);
  }

  private static String beforeAndAfter(RunResult result) {
    Figures before = result.performance().before();
    Figures after = result.performance().after();
    boolean aligns = result.options().alignment().aligns();
    StringBuilder text =
        new StringBuilder(
            row("", aligns ? "before" : "unaligned", aligns ? "after" : "", "")
                + row(RunMeasures.LOCAL, before, after, ""));
    result
        .performance()
        .operators()
        .forEach(
            operator ->
                text.append(
                    row(
                        "  of " + operator.operator(),
                        Numbers.percent(operator.before().localHitRate()),
                        Numbers.percent(operator.after().localHitRate()),
                        "")));
    return text.append(
            Caveats.isPaced(result)
                ? row(RunMeasures.REPORTS, before, after, "paced")
                : row(RunMeasures.REPORTS, before, after))
        .append(row(RunMeasures.P50, before, after))
        .append(row(RunMeasures.P99, before, after))
        .append(
            row(
                "measured, seconds",
                Numbers.whole(before.seconds()),
                Numbers.whole(after.seconds()),
                ""))
        .toString();
  }

  private static String phases(List<PlacementPhase> phases) {
    Figures hash = PlacementPhase.medians(phases, Placement.HASH);
    Figures aligned = PlacementPhase.medians(phases, Placement.ALIGNED);
    long count = phases.stream().filter(phase -> phase.placement() == Placement.HASH).count();
    Alternation alternation = Alternation.of(phases);
    return row("medians of the phases", "hash", "aligned", "")
        + row(RunMeasures.LOCAL, hash, aligned, "")
        + row(RunMeasures.TOLLS, hash, aligned)
        + row(RunMeasures.REPORTS, hash, aligned)
        + row(RunMeasures.P50, hash, aligned)
        + row(RunMeasures.P99, hash, aligned)
        + row(
            "measured, seconds of phases",
            "%.0f of %d".formatted(hash.seconds(), count),
            "%.0f of %d".formatted(aligned.seconds(), phases.size() - count),
            "")
        + "%naligned / hash over %d pairs of neighbouring phases: tolls per second %s (%s … %s), latency p50 %s%n"
            .formatted(
                alternation.pairs(),
                Numbers.ratio(alternation.throughputRatio()),
                Numbers.ratio(alternation.throughputRatioMin()),
                Numbers.ratio(alternation.throughputRatioMax()),
                Numbers.ratio(alternation.latencyRatioP50()));
  }

  private static String row(Measure<Figures> measure, Figures first, Figures second) {
    double before = measure.figure().applyAsDouble(first);
    return row(
        measure, first, second, Numbers.factor(before, measure.figure().applyAsDouble(second)));
  }

  private static String row(Measure<Figures> measure, Figures first, Figures second, String by) {
    return row(measure.title(), measure.cell(first), measure.cell(second), by);
  }

  private static String row(String name, String first, String second, String by) {
    return String.format(Locale.ROOT, "%-32s %14s %14s %8s%n", name, first, second, by);
  }
}
