package io.amoeba.experiments.join;

/**
 * One join. Immutable.
 *
 * @param streamMebibytesPerSecond limit of each sender
 * @param steadyBaseline whether throughput was steady before, and nodes no longer judged by their
 *     start; if not, its ratios may be of a baseline that is too low
 */
record JoinRun(
    JoinMode mode,
    double streamMebibytesPerSecond,
    boolean steadyBaseline,
    JoinSeries series,
    JoinFigures figures,
    JoinUsage usage,
    JoinLoads loads) {
  /** With the analysis of what was seen. */
  static JoinRun of(
      JoinMode mode,
      double streamMebibytesPerSecond,
      boolean steadyBaseline,
      JoinSeries series,
      JoinUsage usage,
      JoinOptions options) {
    long before = options.before().toSeconds();
    JoinFigures figures = JoinAnalysis.of(series, before);
    return new JoinRun(
        mode,
        streamMebibytesPerSecond,
        steadyBaseline,
        series,
        figures,
        usage,
        JoinLoads.of(usage, series, figures, before, options.sizes().cpus()));
  }
}
