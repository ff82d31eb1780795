package io.amoeba.experiments.priority;

import io.amoeba.report.Measure;
import io.amoeba.report.Spread;
import java.util.ArrayList;
import java.util.List;

/**
 * All rounds of a mode under a load. Immutable.
 *
 * @param rounds at least one
 */
record ModeResult(PriorityMode mode, HighLoad load, List<PriorityPhase.Compared> rounds) {

  /** Groups whole rounds by load and mode, in the order of the first round. */
  static List<ModeResult> of(List<PriorityPhase> phases) {
    List<ModeResult> results = new ArrayList<>();
    for (HighLoad load : phases.stream().map(PriorityPhase::load).distinct().toList()) {
      List<PriorityPhase> all = phases.stream().filter(phase -> phase.load().equals(load)).toList();
      for (PriorityMode mode : all.stream().map(PriorityPhase::mode).distinct().toList()) {
        results.add(
            new ModeResult(
                mode,
                load,
                all.stream()
                    .filter(phase -> phase.mode().equals(mode))
                    .map(phase -> compared(phase, all))
                    .toList()));
      }
    }
    return results;
  }

  private static PriorityPhase.Compared compared(PriorityPhase phase, List<PriorityPhase> all) {
    return new PriorityPhase.Compared(
        phase, baseline(PriorityMode.STOCK, phase, all), baseline(PriorityMode.ALONE, phase, all));
  }

  private static PriorityPhase baseline(
      PriorityMode mode, PriorityPhase phase, List<PriorityPhase> all) {
    return all.stream()
        .filter(other -> other.round() == phase.round() && other.mode().equals(mode))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("round " + phase.round() + " has no " + mode));
  }

  /** A measure of rounds as one of their median. */
  static Measure<ModeResult> median(Measure<PriorityPhase.Compared> measure) {
    return Measure.of(
        measure.name(),
        measure.title(),
        measure.unit(),
        measure.format(),
        result -> measure.spread(result.rounds).median());
  }

  Spread spread(Measure<PriorityPhase.Compared> measure) {
    return measure.spread(rounds);
  }

  /** For claims and plots: {@code full, 200/s}. */
  @Override
  public String toString() {
    return mode + ", " + load;
  }
}
