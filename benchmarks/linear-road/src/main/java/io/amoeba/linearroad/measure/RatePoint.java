package io.amoeba.linearroad.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * Rates of a run at one moment, for plots. Immutable.
 *
 * @param at seconds since the start of the feeding
 * @param recordsPerSecond position reports
 * @param localHitRate 0 … 1; NaN: there were no requests
 */
public record RatePoint(double at, double recordsPerSecond, double localHitRate) {
  /** Rates between neighbouring samples jump, since metrics arrive in steps. */
  private static final int RATE_SAMPLES = 3;

  private static final double MILLIS_PER_SECOND = 1_000;

  /** The moments of a run, the first one first. */
  public static List<RatePoint> of(List<Sample> samples, long feedBeginMillis) {
    List<RatePoint> points = new ArrayList<>();
    for (int i = RATE_SAMPLES; i < samples.size(); i++) {
      Sample now = samples.get(i);
      Sample before = samples.get(i - RATE_SAMPLES);
      if (before.epochMillis() >= feedBeginMillis) {
        double seconds = (now.epochMillis() - before.epochMillis()) / MILLIS_PER_SECOND;
        points.add(
            new RatePoint(
                (now.epochMillis() - feedBeginMillis) / MILLIS_PER_SECOND,
                (now.positionReports() - before.positionReports()) / seconds,
                now.requests().since(before.requests()).localHitRate()));
      }
    }
    return points;
  }
}
