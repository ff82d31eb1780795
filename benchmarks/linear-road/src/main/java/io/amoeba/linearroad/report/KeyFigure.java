package io.amoeba.linearroad.report;

import io.amoeba.linearroad.job.probe.OrderProbe;
import io.amoeba.linearroad.measure.Alternation;
import io.amoeba.linearroad.measure.Figures;
import io.amoeba.linearroad.measure.Placement;
import io.amoeba.linearroad.measure.PlacementPhase;
import io.amoeba.linearroad.run.RunResult;
import io.amoeba.report.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One of the most important figures, as a tile of the page. Immutable.
 *
 * @param quality {@code good} or {@code bad}; null: not judged
 */
record KeyFigure(String name, String value, String detail, @Nullable String quality) {
  private static final String LOCAL = "Local requests to Redis";

  private static KeyFigure judged(String name, String value, String detail, boolean good) {
    return new KeyFigure(name, value, detail, good ? "good" : "bad");
  }

  /** Those of a run. */
  static List<KeyFigure> of(RunResult result) {
    List<KeyFigure> figures =
        new ArrayList<>(
            result.options().alignment().alternates()
                ? alternation(result.performance().phases())
                : beforeAndAfter(result));
    RunResult.Checks checks = result.checks();
    figures.add(
        judged(
            "Wrong answers",
            Numbers.whole(checks.mismatches()),
            "of %s checked".formatted(Numbers.whole(checks.answers().checked())),
            checks.mismatches() == 0 && checks.answers().checked() > 0));
    figures.add(order(checks.order()));
    if (result.performance().adaptationMillis() > 0) {
      OptionalLong gap = result.performance().gaps().changeMillis();
      figures.add(
          new KeyFigure(
              "Alignment took",
              Numbers.decimals(result.performance().adaptationMillis() / 1_000.0, 1) + " s",
              gap.isPresent()
                  ? "longest gap between answers %s ms".formatted(Numbers.whole(gap.getAsLong()))
                  : "",
              null));
    }
    return figures;
  }

  private static List<KeyFigure> beforeAndAfter(RunResult result) {
    Figures before = result.performance().before();
    Figures after = result.performance().after();
    boolean aligns = result.options().alignment().aligns();
    Figures last = aligns ? after : before;
    String without = "without alignment";
    String gain =
        "%s before, %s"
            .formatted(
                RunMeasures.REPORTS.cell(before),
                Numbers.factor(before.recordsPerSecond(), after.recordsPerSecond()));
    return List.of(
        judged(
            LOCAL,
            RunMeasures.LOCAL.cell(last),
            aligns ? RunMeasures.LOCAL.cell(before) + " before" : without,
            !aligns || after.localHitRate() >= RunResult.LEAST_LOCAL_HIT_RATE),
        new KeyFigure(
            "Position reports per second",
            RunMeasures.REPORTS.cell(last),
            Caveats.isPaced(result) ? "paced by the input" : aligns ? gain : without,
            null));
  }

  private static List<KeyFigure> alternation(List<PlacementPhase> phases) {
    Alternation alternation = Alternation.of(phases);
    return List.of(
        new KeyFigure(
            LOCAL,
            RunMeasures.LOCAL.cell(PlacementPhase.medians(phases, Placement.ALIGNED)),
            RunMeasures.LOCAL.cell(PlacementPhase.medians(phases, Placement.HASH))
                + " with hash placement",
            null),
        new KeyFigure(
            "Tolls per second, aligned / hash",
            Numbers.ratio(alternation.throughputRatio()),
            "%s to %s over %d pairs"
                .formatted(
                    Numbers.ratio(alternation.throughputRatioMin()),
                    Numbers.ratio(alternation.throughputRatioMax()),
                    alternation.pairs()),
            null));
  }

  private static KeyFigure order(OrderProbe.@Nullable Result order) {
    String name = "Reordered keys";
    return order == null
        ? new KeyFigure(name, "-", "not checked", null)
        : judged(
            name,
            Numbers.whole(order.keyReorderings()),
            "%s records lost, %s duplicated"
                .formatted(Numbers.whole(order.lost()), Numbers.whole(order.duplicated())),
            order.isClean());
  }
}
