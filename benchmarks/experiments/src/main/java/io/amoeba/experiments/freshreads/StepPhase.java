package io.amoeba.experiments.freshreads;

import io.amoeba.experiments.ModeResult;
import io.amoeba.experiments.Values;
import java.util.List;
import java.util.function.Function;

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
    List<Windows.Second> seconds)
    implements ModeResult.Phase<ReadMode> {

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

  /** With the baselines; the other modes are found in the same step of the same round. */
  Compared compared(Function<ReadMode, StepPhase> others) {
    return new Compared(
        this,
        others.apply(ReadMode.PRIMARY),
        others.apply(ReadMode.REPLICAS),
        others.apply(ReadMode.PAPER),
        others.apply(ReadMode.FRESH));
  }

  /** The results of all modes. */
  static List<ModeResult<Compared>> results(List<StepPhase> phases) {
    return ModeResult.of(phases, StepPhase::label, StepPhase::compared);
  }

  /**
   * With the same step of the same round in the modes with which it is compared.
   *
   * @param fresh the library, used by one process
   */
  record Compared(
      StepPhase phase, StepPhase primary, StepPhase replicas, StepPhase paper, StepPhase fresh) {}
}
