package io.amoeba.experiments.join;

import java.util.List;

/**
 * What a join cost. Times are seconds since its begin, NaN for what did not happen; ratios are of
 * throughput before it. Immutable.
 *
 * @param beginAtSeconds since 1970: the first byte is streamed
 * @param baselineOpsPerSecond before the joining node was started
 * @param baselineDrift how much more that was in its second half than in its first; 0: the same
 * @param baselineMillis mean response time then
 * @param sloMillis response time that counts as a violation above it
 * @param startSeconds from the start of the node's process to the begin of the join
 * @param joinSeconds until the node is a full member
 * @param firstServedSeconds until the node answered its first read
 * @param stepSeconds when the node came to own more of the ring
 * @param sloScoreCount equations 2.1 and 2.2
 * @param sloScoreMillis equations 2.1 and 2.3; not above 0
 * @param lostOps operations that the baseline would have done beyond those done, until recovery
 * @param recoverySeconds until throughput stays at or above the baseline; if {@code recovered} is
 *     false, until the end of the measurement
 * @param receivedMebibytesPerSecond by the joining node, from the first byte to the last
 */
record JoinFigures(
    double beginAtSeconds,
    double baselineOpsPerSecond,
    double baselineDrift,
    double baselineMillis,
    double sloMillis,
    double firstQuarterRatio,
    double meanDuringJoinRatio,
    double afterRatio,
    double startSeconds,
    double joinSeconds,
    double firstServedSeconds,
    List<Double> stepSeconds,
    int sloScoreCount,
    double sloScoreMillis,
    double lostOps,
    double recoverySeconds,
    boolean recovered,
    long failedOps,
    double receivedMebibytes,
    double receivedMebibytesPerSecond) {
  JoinFigures {
    stepSeconds = List.copyOf(stepSeconds);
  }
}
