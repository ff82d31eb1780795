package io.amoeba.experiments.loops;

import io.amoeba.experiments.ModeResult;
import io.amoeba.experiments.Values;
import java.util.List;

/**
 * One cycle of a mode: traffic without work, with work, and without again. Immutable.
 *
 * @param <M> its modes
 */
public interface WorkCycle<M> extends ModeResult.Phase<M> {
  /** For claims and plots. */
  String load();

  /** Of {@link OperationLog}, of the work, and what was used. */
  Values figures();

  /** Whole seconds. */
  List<OperationLog.Second> seconds();

  /** One of the figures; NaN if there is none. */
  default double get(String figure) {
    return figures().get(figure);
  }

  /** A cycle, and that of stock in the same round. Immutable. */
  record Compared<C>(C cycle, C stock) {}

  /** The results of all modes. */
  static <M, C extends WorkCycle<M>> List<ModeResult<Compared<C>>> results(
      List<C> cycles, M stock) {
    return ModeResult.of(
        cycles, C::load, (cycle, others) -> new Compared<>(cycle, others.apply(stock)));
  }
}
