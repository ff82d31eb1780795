package io.amoeba.coordinator.knowledge;

import java.util.List;
import java.util.Map;

/**
 * How some operators did over a time: mean share (0 … 1) of store requests that stayed on their
 * node, and records per second into all of them together. NaN: unknown. Immutable.
 */
public record Performance(double localHitRate, double recordsPerSecond) {

  /** Nothing was measured. */
  public static final Performance UNKNOWN = new Performance(Double.NaN, Double.NaN);

  /** The mean of the operators' samples. */
  static Performance of(Map<String, List<RateSample>> samples, List<String> operators) {
    double shares = 0;
    int sharesKnown = 0;
    double recordsOfAll = 0;
    for (String operator : operators) {
      double records = 0;
      int recordsKnown = 0;
      for (RateSample sample : samples.getOrDefault(operator, List.of())) {
        if (!Double.isNaN(sample.localHitRate())) {
          shares += sample.localHitRate();
          sharesKnown++;
        }
        if (!Double.isNaN(sample.recordsInPerSecond())) {
          records += sample.recordsInPerSecond();
          recordsKnown++;
        }
      }
      // Without samples of one operator the sum over all is unknown, too: 0 / 0 is NaN.
      recordsOfAll += records / recordsKnown;
    }
    return new Performance(shares / sharesKnown, recordsOfAll);
  }
}
