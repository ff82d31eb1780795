package io.amoeba.experiments.join;

/**
 * One join. Immutable.
 *
 * @param streamMebibytesPerSecond limit of each sender
 */
record JoinRun(
    JoinMode mode, double streamMebibytesPerSecond, JoinSeries series, JoinFigures figures) {}
