package io.amoeba.experiments.hints;

import java.util.List;

/**
 * One mode, measured once. Immutable.
 *
 * @param repeat from 1
 * @param warmUp of the serving node's caches
 * @param capture what it cost the serving node
 */
record HintRun(
    HintMode mode,
    int repeat,
    WarmUp warmUp,
    CaptureCost capture,
    PulledHotSet pulled,
    HintSeries series,
    HintFigures figures) {
  /**
   * How caches became warm.
   *
   * @param steady whether nothing changed any more; if not, the limit ended it
   */
  record WarmUp(double seconds, boolean steady) {}

  /** What capturing cost the serving node, in percent of its throughput; stock captures nothing. */
  double overheadPercent() {
    return mode.needsAgent() ? capture.throughput().median() : 0;
  }

  /**
   * How much less it served before the move than stock did in the same repeat, in percent; NaN if
   * stock was not measured. Two clusters differ in more than the agent.
   */
  double lessThanStockPercent(List<HintRun> all) {
    return all.stream()
        .filter(run -> run.repeat == repeat && run.mode.equals(HintMode.STOCK))
        .mapToDouble(run -> HintAnalysis.lessPercent(figures.opsBefore(), run.figures.opsBefore()))
        .findFirst()
        .orElse(Double.NaN);
  }
}
