package io.amoeba.experiments.alignment;

import io.amoeba.report.Spread;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** One size of the cluster with one placement: medians of its phases; NaN: not known. Immutable. */
record Placed(SizeResult result, boolean aligned) {
  Spread of(ToDoubleFunction<Phase> figure) {
    return result.of(aligned, figure);
  }

  double tollsPerSecond() {
    return of(Phase::tollsPerSecond).median();
  }

  double tollsPerSecondAndNode() {
    return tollsPerSecond() / result.nodes();
  }

  double localHitRate() {
    return of(Phase::localHitRate).median();
  }

  double busy() {
    return of(phase -> phase.machine().busyFraction()).median();
  }

  double workMillis() {
    return of(phase -> phase.machine().workMillis()).median();
  }

  double processors(ProcessorUse.Kind kind) {
    return of(phase -> kind.processors().applyAsDouble(phase.processors())).median();
  }

  Map<String, Double> processors() {
    Map<String, Double> processors = new LinkedHashMap<>();
    ProcessorUse.KINDS.forEach(kind -> processors.put(kind.name(), processors(kind)));
    return processors;
  }

  /** For people: {@code 4 random}. */
  @Override
  public String toString() {
    return "%d %s".formatted(result.nodes(), aligned ? "aligned" : "random");
  }
}
