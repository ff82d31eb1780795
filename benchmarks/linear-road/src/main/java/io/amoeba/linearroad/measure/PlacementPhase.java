package io.amoeba.linearroad.measure;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.amoeba.linearroad.answers.LatencySeries;
import io.amoeba.linearroad.answers.TollMinutes;
import java.util.ArrayList;
import java.util.List;

/**
 * Figures of a phase of an alternation. Immutable.
 *
 * @param beginMillis when the placement was in force everywhere, epoch milliseconds
 * @param endMillis until when it certainly was
 * @param figures tolls are those of the simulated minutes that ended in the phase but the first,
 *     or, if these took less than half of the phase, of all its whole seconds; {@code seconds} is
 *     that time
 */
public record PlacementPhase(
    Placement placement, long beginMillis, long endMillis, @JsonUnwrapped Figures figures) {
  /** Shorter phases are left out. */
  static final long LEAST_SECONDS = 3;

  /** The part of a phase that whole simulated minutes must cover to be measured. */
  private static final double LEAST_SHARE = 0.5;

  /** The phases within the time of feeding that are long enough. */
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
              Math.max(span.beginMillis(), feeding.from()) + Spans.SETTLE_MILLIS,
              Math.min(span.endMillis(), feeding.to()));
      long seconds = LatencySeries.wholeSeconds(counted.from(), counted.to());
      if (seconds >= LEAST_SECONDS) {
        LatencySeries.Percentiles tolls = tollLatencies.between(counted.from(), counted.to());
        TollMinutes.Throughput throughput =
            tollMinutes
                .between(counted.from(), counted.to())
                .filter(minutes -> minutes.millis() >= LEAST_SHARE * seconds * 1_000)
                .orElse(new TollMinutes.Throughput(tolls.count(), seconds * 1_000));
        Figures figures = Figures.of(samples, tollLatencies, counted, counted);
        phases.add(
            new PlacementPhase(
                span.placement(),
                span.beginMillis(),
                span.endMillis(),
                figures.withTolls(throughput)));
      }
    }
    return phases;
  }

  /** The medians of the phases of a placement; requests and seconds are those of all of them. */
  public static Figures medians(List<PlacementPhase> phases, Placement placement) {
    return Figures.medians(
        phases.stream()
            .filter(phase -> phase.placement == placement)
            .map(PlacementPhase::figures)
            .toList());
  }
}
