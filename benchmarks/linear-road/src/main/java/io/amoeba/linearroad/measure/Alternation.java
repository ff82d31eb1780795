package io.amoeba.linearroad.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * What the phases of a run say about the two placements; NaN: not known. Immutable.
 *
 * @param pairs of one phase and the next, of which one is aligned and the other is not
 * @param throughputRatio median over the pairs of tolls per second, aligned / hash
 * @param throughputRatioMin the least of them
 * @param throughputRatioMax the greatest of them
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

  /** Fewer pairs say nothing about the spread. */
  public static final int LEAST_PAIRS = 2;

  private record Pair(PlacementPhase hash, PlacementPhase aligned) {
    double ratio(ToDoubleFunction<PlacementPhase> figure) {
      double divisor = figure.applyAsDouble(hash);
      return divisor == 0 ? Double.NaN : figure.applyAsDouble(aligned) / divisor;
    }
  }

  /** Compares phases, the oldest first. */
  public static Alternation of(List<PlacementPhase> phases) {
    List<Pair> pairs = pairs(phases);
    List<Double> throughput = ratios(pairs, PlacementPhase::tollsPerSecond);
    return new Alternation(
        pairs.size(),
        median(throughput),
        throughput.isEmpty() ? Double.NaN : Collections.min(throughput),
        throughput.isEmpty() ? Double.NaN : Collections.max(throughput),
        median(ratios(pairs, PlacementPhase::tollLatencyP50Micros)),
        median(phases, Placement.HASH, PlacementPhase::localHitRate),
        median(phases, Placement.ALIGNED, PlacementPhase::localHitRate));
  }

  /** The median of a figure over the phases of a placement. */
  public static double median(
      List<PlacementPhase> phases,
      Placement placement,
      ToDoubleFunction<? super PlacementPhase> figure) {
    return median(
        known(phases.stream().filter(phase -> phase.placement() == placement).mapToDouble(figure)));
  }

  private static List<Pair> pairs(List<PlacementPhase> phases) {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 1; i < phases.size(); i++) {
      PlacementPhase before = phases.get(i - 1);
      PlacementPhase now = phases.get(i);
      if (before.placement() != now.placement()) {
        boolean hashFirst = before.placement() == Placement.HASH;
        pairs.add(hashFirst ? new Pair(before, now) : new Pair(now, before));
      }
    }
    return pairs;
  }

  private static List<Double> ratios(List<Pair> pairs, ToDoubleFunction<PlacementPhase> figure) {
    return known(pairs.stream().mapToDouble(pair -> pair.ratio(figure)));
  }

  private static List<Double> known(DoubleStream values) {
    return values.filter(value -> !Double.isNaN(value)).sorted().boxed().toList();
  }

  private static double median(List<Double> ascending) {
    int size = ascending.size();
    return size == 0 ? Double.NaN : (ascending.get((size - 1) / 2) + ascending.get(size / 2)) / 2;
  }
}
