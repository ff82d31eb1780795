package io.amoeba.experiments.readshift;

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
 * @param figures of {@link OperationLog}, of {@link WorkFigures}, and what was used
 * @param seconds whole seconds of the cycle
 */
record ShiftCycle(
    int round, ShiftMode mode, String load, Values figures, List<OperationLog.Second> seconds)
    implements ModeResult.Phase<ShiftMode> {

  double get(String figure) {
    return figures.get(figure);
  }

  /** The results of all modes. */
  static List<ModeResult<Compared>> results(List<ShiftCycle> cycles) {
    return ModeResult.of(cycles, ShiftCycle::load, ShiftCycle::compared);
  }

  private Compared compared(Function<ShiftMode, ShiftCycle> others) {
    return new Compared(this, others.apply(ShiftMode.STOCK));
  }

  /** With the cycle of stock in the same round. */
  record Compared(ShiftCycle cycle, ShiftCycle stock) {}
}
