package io.amoeba.linearroad.measure;

import io.amoeba.report.Spread;
import java.util.ArrayList;
import java.util.List;

/**
 * Comparison of the two placements by the phases of a run; NaN: not known. Immutable.
 *
 * @param pairs of one phase and the next, of which one is aligned and the other is not
 * @param throughputRatio median over the pairs of tolls per second, aligned / hash
 * @param throughputRatioMin their minimum
 * @param throughputRatioMax their maximum
 * @param latencyRatioP50 median over the pairs of the median latency of operator Toll, aligned /
 *     hash
 * @param localHitRateHash median over the phases
 * @param localHitRateAligned likewise
 */
public record Alternation(
    int pairs,
    double throughputRatio,
    double throughputRatioMin,
    double throughputRatioMax,
    double latencyRatioP50,
    double localHitRateHash,
    double localHitRateAligned) {

  /*
   * Each phase is compared with the one before it and with the one after it. A job that becomes
   * faster or slower all the time favours the later phase of a pair, which is the aligned one in
   * every other pair: in the median over all of them that cancels.
   */

  /** Fewer pairs have no spread. */
  public static final int LEAST_PAIRS = 2;

  /** Compares phases, the oldest first. */
  public static Alternation of(List<PlacementPhase> phases) {
    List<Double> throughput = new ArrayList<>();
    List<Double> latency = new ArrayList<>();
    for (int i = 1; i < phases.size(); i++) {
      PlacementPhase before = phases.get(i - 1);
      PlacementPhase after = phases.get(i);
      if (before.placement() != after.placement()) {
        boolean hashFirst = before.placement() == Placement.HASH;
        Figures hash = (hashFirst ? before : after).figures();
        Figures aligned = (hashFirst ? after : before).figures();
        throughput.add(ratio(aligned.tollsPerSecond(), hash.tollsPerSecond()));
        latency.add(ratio(aligned.tollLatencyP50Micros(), hash.tollLatencyP50Micros()));
      }
    }
    Spread ratios = Spread.of(throughput);
    return new Alternation(
        throughput.size(),
        ratios.median(),
        ratios.least(),
        ratios.greatest(),
        Spread.of(latency).median(),
        PlacementPhase.medians(phases, Placement.HASH).localHitRate(),
        PlacementPhase.medians(phases, Placement.ALIGNED).localHitRate());
  }

  private static double ratio(double dividend, double divisor) {
    return divisor == 0 ? Double.NaN : dividend / divisor;
  }
}
