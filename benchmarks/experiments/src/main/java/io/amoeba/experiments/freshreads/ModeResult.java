package io.amoeba.experiments.freshreads;

import io.amoeba.experiments.freshreads.StepPhase.Compared;
import io.amoeba.report.Measure;
import io.amoeba.report.Spread;
import java.util.ArrayList;
import java.util.List;

/**
 * All rounds of a mode in a step. Immutable.
 *
 * @param label of the step
 * @param rounds at least one
 */
record ModeResult(ReadMode mode, String label, List<Compared> rounds) {
  /** Groups whole rounds by step and mode, in the order of the first round. */
  static List<ModeResult> of(List<StepPhase> phases) {
    List<ModeResult> results = new ArrayList<>();
    for (String label : phases.stream().map(StepPhase::label).distinct().toList()) {
      List<StepPhase> all = phases.stream().filter(phase -> phase.label().equals(label)).toList();
      for (ReadMode mode : all.stream().map(StepPhase::mode).distinct().toList()) {
        results.add(
            new ModeResult(
                mode,
                label,
                all.stream()
                    .filter(phase -> phase.mode().equals(mode))
                    .map(phase -> compared(phase, all))
                    .toList()));
      }
    }
    return results;
  }

  private static Compared compared(StepPhase phase, List<StepPhase> all) {
    return new Compared(
        phase,
        baseline(ReadMode.PRIMARY, phase, all),
        baseline(ReadMode.REPLICAS, phase, all),
        baseline(ReadMode.PAPER, phase, all),
        baseline(ReadMode.FRESH, phase, all));
  }

  private static StepPhase baseline(ReadMode mode, StepPhase phase, List<StepPhase> all) {
    return all.stream()
        .filter(other -> other.round() == phase.round() && other.mode().equals(mode))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("round " + phase.round() + " has no " + mode));
  }

  /** A measure of rounds as one of their median. */
  static Measure<ModeResult> median(Measure<Compared> measure) {
    return Measure.of(
        measure.name(),
        measure.title(),
        measure.unit(),
        measure.format(),
        result -> measure.spread(result.rounds).median());
  }

  /** Any of the step's phases. */
  StepPhase example() {
    return rounds.get(0).phase();
  }

  Spread spread(Measure<Compared> measure) {
    return measure.spread(rounds);
  }

  /** For claims and plots: {@code fresh, YCSB-B, 180 clients}. */
  @Override
  public String toString() {
    return mode + ", " + label;
  }
}
