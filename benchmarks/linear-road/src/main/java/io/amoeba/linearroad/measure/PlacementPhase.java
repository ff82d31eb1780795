package io.amoeba.linearroad.measure;

import io.amoeba.linearroad.answers.LatencySeries;
import io.amoeba.linearroad.answers.TollMinutes;
import java.util.ArrayList;
import java.util.List;

/**
 * What a phase of an alternation was like; NaN: not known. Immutable.
 *
 * @param beginMillis when the placement was in force everywhere, epoch milliseconds
 * @param endMillis until when it certainly was
 * @param seconds in which tolls were counted: those of the simulated minutes that ended in the
 *     phase but the first, or, if that is less than half of the phase, all its whole seconds
 * @param tollsPerSecond answers of operator Toll in that time
 * @param recordsPerSecond position reports
 * @param localHitRate share of requests that went to the own node, 0 … 1
 */
public record PlacementPhase(
    Placement placement,
    long beginMillis,
    long endMillis,
    double seconds,
    double tollsPerSecond,
    double recordsPerSecond,
    double localHitRate,
    double tollLatencyP50Micros,
    double tollLatencyP99Micros)
    implements Rates {
  /** Counters are known about a second late, and a hand-over leaves a short backlog. */
  static final long SETTLE_MILLIS = 2_000;

  /** Less says little. */
  static final long LEAST_SECONDS = 3;

  /** Of a phase, of which whole simulated minutes have to be measured. */
  private static final double LEAST_SHARE = 0.5;

  /** The phases that are long enough to say something, of those within the time of feeding. */
  public static List<PlacementPhase> of(
      List<PlacementLog.Span> spans,
      List<Sample> samples,
      LatencySeries tollLatencies,
      TollMinutes tollMinutes,
      Figures.Span feeding) {
    List<PlacementPhase> phases = new ArrayList<>();
    for (PlacementLog.Span span : spans) {
      Figures.Span counted =
          new Figures.Span(
              Math.max(span.beginMillis(), feeding.from()) + SETTLE_MILLIS,
              Math.min(span.endMillis(), feeding.to()));
      long seconds = LatencySeries.wholeSeconds(counted.from(), counted.to());
      if (seconds >= LEAST_SECONDS) {
        LatencySeries.Percentiles tolls = tollLatencies.between(counted.from(), counted.to());
        TollMinutes.Throughput throughput =
            tollMinutes
                .between(counted.from(), counted.to())
                .filter(minutes -> minutes.millis() >= LEAST_SHARE * seconds * 1_000)
                .orElse(new TollMinutes.Throughput(tolls.count(), seconds * 1_000));
        phases.add(of(span, throughput, Figures.of(samples, tollLatencies, counted, counted)));
      }
    }
    return phases;
  }

  private static PlacementPhase of(
      PlacementLog.Span span, TollMinutes.Throughput throughput, Figures figures) {
    return new PlacementPhase(
        span.placement(),
        span.beginMillis(),
        span.endMillis(),
        throughput.millis() / 1_000.0,
        throughput.perSecond(),
        figures.recordsPerSecond(),
        figures.localHitRate(),
        figures.tollLatencyP50Micros(),
        figures.tollLatencyP99Micros());
  }
}
