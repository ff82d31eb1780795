package io.amoeba.linearroad.report;

import io.amoeba.linearroad.run.Alternation;
import io.amoeba.linearroad.run.Placement;
import io.amoeba.linearroad.run.PlacementPhase;
import io.amoeba.report.Numbers;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** The phases of an alternation as text: what both placements were like. Stateless. */
final class PhasesTable {
  private PhasesTable() {}

  static void append(StringBuilder text, List<PlacementPhase> phases) {
    row(text, "medians of the phases", "hash", "aligned", "");
    figure(text, phases, "local requests to Redis", PlacementPhase::localHitRate, Numbers::percent);
    compared(text, phases, "tolls per second", PlacementPhase::tollsPerSecond);
    compared(text, phases, "position reports per second", PlacementPhase::recordsPerSecond);
    compared(text, phases, "Toll latency p50, microseconds", PlacementPhase::tollLatencyP50Micros);
    compared(text, phases, "Toll latency p99, microseconds", PlacementPhase::tollLatencyP99Micros);
    row(
        text,
        "measured, seconds of phases",
        measured(phases, Placement.HASH),
        measured(phases, Placement.ALIGNED),
        "");
    Alternation alternation = Alternation.of(phases);
    text.append(
        String.format(
            Locale.ROOT,
            "%naligned / hash over %d pairs of neighbouring phases: tolls per second %s (%s … %s), latency p50 %s%n",
            alternation.pairs(),
            Numbers.factor(1, alternation.throughputRatio()),
            Numbers.factor(1, alternation.throughputRatioMin()),
            Numbers.factor(1, alternation.throughputRatioMax()),
            Numbers.factor(1, alternation.latencyRatioP50())));
  }

  private static void compared(
      StringBuilder text,
      List<PlacementPhase> phases,
      String name,
      ToDoubleFunction<PlacementPhase> figure) {
    double hash = Alternation.median(phases, Placement.HASH, figure);
    double aligned = Alternation.median(phases, Placement.ALIGNED, figure);
    row(text, name, Numbers.whole(hash), Numbers.whole(aligned), Numbers.factor(hash, aligned));
  }

  private static void figure(
      StringBuilder text,
      List<PlacementPhase> phases,
      String name,
      ToDoubleFunction<PlacementPhase> figure,
      DoubleFunction<String> shown) {
    row(
        text,
        name,
        shown.apply(Alternation.median(phases, Placement.HASH, figure)),
        shown.apply(Alternation.median(phases, Placement.ALIGNED, figure)),
        "");
  }

  private static String measured(List<PlacementPhase> phases, Placement placement) {
    List<PlacementPhase> own = phases.stream().filter(p -> p.placement() == placement).toList();
    double seconds = own.stream().mapToDouble(PlacementPhase::seconds).sum();
    return "%.0f of %d".formatted(seconds, own.size());
  }

  static void row(StringBuilder text, String name, String first, String second, String by) {
    text.append(String.format(Locale.ROOT, "%-32s %14s %14s %8s%n", name, first, second, by));
  }
}
