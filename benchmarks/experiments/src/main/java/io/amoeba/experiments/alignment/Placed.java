package io.amoeba.experiments.alignment;

import io.amoeba.report.Spread;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** One size of the cluster with one placement: medians of its phases; NaN: not known. Immutable. */
record Placed(SizeResult result, boolean aligned) {
  Spread of(ToDoubleFunction<SizeResult.Phase> figure) {
    return result.of(aligned, figure);
  }

  double tollsPerSecond() {
    return of(SizeResult.Phase::tollsPerSecond).median();
  }

  double tollsPerSecondAndNode() {
    return tollsPerSecond() / result.nodes();
  }

  double localHitRate() {
    return of(SizeResult.Phase::localHitRate).median();
  }

  double busy() {
    return of(phase -> phase.machine().busyFraction()).median();
  }

  double workMillis() {
    return of(phase -> phase.machine().workMillis()).median();
  }

  double processors(ProcessKind kind) {
    return of(phase -> phase.processors().getOrDefault(kind, Double.NaN)).median();
  }

  Map<ProcessKind, Double> processors() {
    Map<ProcessKind, Double> processors = new EnumMap<>(ProcessKind.class);
    for (ProcessKind kind : ProcessKind.values()) {
      processors.put(kind, processors(kind));
    }
    return processors;
  }

  /** For people: {@code 4 random}. */
  @Override
  public String toString() {
    return "%d %s".formatted(result.nodes(), aligned ? "aligned" : "random");
  }
}
