package io.amoeba.experiments.freshreads;

import io.amoeba.experiments.Values;
import java.util.List;

/**
 * One load of a scenario in one mode, measured once. Immutable.
 *
 * @param round from 1
 * @param step number of the load in its scenario, from 0
 * @param figures of {@link ReadLog} and {@link StampReaders}, CPUs that were used, and the seconds
 *     until the step was steady
 */
record StepPhase(
    int round,
    Scenario scenario,
    int step,
    ReadMode mode,
    Values figures,
    List<Windows.Second> seconds) {

  Load load() {
    return scenario.loads().get(step);
  }

  /** For claims and plots. */
  String label() {
    return scenario.label(step);
  }

  double get(String figure) {
    return figures.get(figure);
  }

  /**
   * With the same step of the same round in the modes with which it is compared.
   *
   * @param fresh the library, used by one process
   */
  record Compared(
      StepPhase phase, StepPhase primary, StepPhase replicas, StepPhase paper, StepPhase fresh) {}
}
