package io.amoeba.experiments.leadership;

import io.amoeba.experiments.ModeResult;
import io.amoeba.experiments.Values;
import io.amoeba.experiments.loops.OperationLog;
import java.util.List;
import java.util.function.Function;

/**
 * One cycle of a mode: traffic without work, with work, and without again. Immutable.
 *
 * @param round from 1
 * @param load for claims and plots
 * @param figures of {@link OperationLog}, of the work, and what was used
 * @param pausesMillis how long each change of the lead held back writes
 * @param seconds whole seconds of the cycle
 */
record Cycle(
    int round,
    LeadershipMode mode,
    String load,
    Values figures,
    List<Double> pausesMillis,
    List<OperationLog.Second> seconds)
    implements ModeResult.Phase<LeadershipMode> {

  double get(String figure) {
    return figures.get(figure);
  }

  /** The results of all modes. */
  static List<ModeResult<Compared>> results(List<Cycle> cycles) {
    return ModeResult.of(cycles, Cycle::load, Cycle::compared);
  }

  private Compared compared(Function<LeadershipMode, Cycle> others) {
    return new Compared(this, others.apply(LeadershipMode.STOCK));
  }

  /** With the cycle of stock in the same round. */
  record Compared(Cycle cycle, Cycle stock) {}
}
