package io.amoeba.linearroad.run;

import io.amoeba.linearroad.answers.LatencySeries;
import java.util.ArrayList;
import java.util.List;

/**
 * What a phase of an alternation was like; NaN: not known. Immutable.
 *
 * @param beginMillis when the placement was in force everywhere, epoch milliseconds
 * @param endMillis until when it certainly was
 * @param seconds that were measured, whole ones
 * @param tollsPerSecond answers of operator Toll
 * @param recordsPerSecond position reports
 * @param localHitRate share of requests that went to the own node, 0 … 1
 */
public record PlacementPhase(
    Placement placement,
    long beginMillis,
    long endMillis,
    long seconds,
    double tollsPerSecond,
    double recordsPerSecond,
    double localHitRate,
    double tollLatencyP50Micros,
    double tollLatencyP99Micros) {
  /** Counters are known about a second late, and a hand-over leaves a short backlog. */
  static final long SETTLE_MILLIS = 2_000;

  /** Less says little. */
  static final long LEAST_SECONDS = 3;

  /** The phases that are long enough to say something, of those within the time of feeding. */
  static List<PlacementPhase> of(
      List<PlacementSpan> spans,
      List<Sample> samples,
      LatencySeries tollLatencies,
      Figures.Span feeding) {
    List<PlacementPhase> phases = new ArrayList<>();
    for (PlacementSpan span : spans) {
      Figures.Span counted =
          new Figures.Span(
              Math.max(span.beginMillis(), feeding.from()) + SETTLE_MILLIS,
              Math.min(span.endMillis(), feeding.to()));
      long seconds = LatencySeries.wholeSeconds(counted.from(), counted.to());
      if (seconds >= LEAST_SECONDS) {
        phases.add(of(span, counted, seconds, samples, tollLatencies));
      }
    }
    return phases;
  }

  private static PlacementPhase of(
      PlacementSpan span,
      Figures.Span counted,
      long seconds,
      List<Sample> samples,
      LatencySeries tollLatencies) {
    Figures figures = Figures.of(samples, tollLatencies, counted, counted);
    long tolls = tollLatencies.between(counted.from(), counted.to()).count();
    return new PlacementPhase(
        span.placement(),
        span.beginMillis(),
        span.endMillis(),
        seconds,
        (double) tolls / seconds,
        figures.recordsPerSecond(),
        figures.localHitRate(),
        figures.tollLatencyP50Micros(),
        figures.tollLatencyP99Micros());
  }
}
