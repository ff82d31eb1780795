package io.amoeba.experiments.join;

/**
 * One join. Immutable.
 *
 * @param streamMebibytesPerSecond limit of each sender
 */
record JoinRun(
    JoinMode mode,
    double streamMebibytesPerSecond,
    JoinSeries series,
    JoinFigures figures,
    JoinUsage usage,
    JoinLoads loads) {
  /** With the analysis of what was seen. */
  static JoinRun of(
      JoinMode mode,
      double streamMebibytesPerSecond,
      JoinSeries series,
      JoinUsage usage,
      JoinOptions options) {
    long before = options.before().toSeconds();
    JoinFigures figures = JoinAnalysis.of(series, before);
    return new JoinRun(
        mode,
        streamMebibytesPerSecond,
        series,
        figures,
        usage,
        JoinLoads.of(usage, series, figures, before, options.sizes().cpus()));
  }
}
