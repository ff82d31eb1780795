package io.amoeba.experiments.priority;

import io.amoeba.experiments.ModeResult;
import io.amoeba.experiments.Values;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * One mode under one load, measured once. Immutable.
 *
 * @param round from 1
 * @param high figures of {@link AnswerLog}
 * @param low the same, of the other load: low requests, or unmarked ones
 * @param all latencies of both together
 * @param node what it counted meanwhile: {@link MeasuredNode#counters}, with the CPUs that it used,
 *     the mean limits of low and normal requests, and the age of the oldest one that was held
 * @param client CPUs that it used, and milliseconds of garbage collection
 * @param settings of the node, by its own word
 */
record PriorityPhase(
    int round,
    HighLoad load,
    PriorityMode mode,
    Values high,
    Values low,
    Values all,
    Values node,
    Values client,
    Map<String, Object> settings)
    implements ModeResult.Phase<PriorityMode> {

  /** Answers of both classes. */
  double perSecond() {
    return all.get("perSecond");
  }

  /** With the baselines; the other modes are found under the same load in the same round. */
  Compared compared(Function<PriorityMode, PriorityPhase> others) {
    return new Compared(this, others.apply(PriorityMode.STOCK), others.apply(PriorityMode.ALONE));
  }

  /** The results of all modes. */
  static List<ModeResult<Compared>> results(List<PriorityPhase> phases) {
    return ModeResult.of(phases, PriorityPhase::load, PriorityPhase::compared);
  }

  /**
   * A phase with those of the same round that it is compared with.
   *
   * @param stock under the same load
   * @param alone under the same load
   */
  record Compared(PriorityPhase phase, PriorityPhase stock, PriorityPhase alone) {
    /**
     * The part of what low requests add to a figure of high ones that the mode removes: 1 is all of
     * it; below 0: it adds more. NaN if they add nothing.
     */
    double removed(String figure) {
      double most = stock.high.get(figure);
      double least = alone.high.get(figure);
      return most > least ? (most - phase.high.get(figure)) / (most - least) : Double.NaN;
    }

    double ofStock(String figure) {
      return phase.high.get(figure) / stock.high.get(figure);
    }

    double ofAlone(String figure) {
      return phase.high.get(figure) / alone.high.get(figure);
    }

    /** Answers of the low class; NaN in a mode without it. */
    double lowOfStock() {
      return phase.mode.withLow()
          ? phase.low.get("perSecond") / stock.low.get("perSecond")
          : Double.NaN;
    }
  }
}
