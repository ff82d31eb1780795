package io.amoeba.experiments.followed;

import io.amoeba.experiments.ModeResult;
import io.amoeba.experiments.Values;
import io.amoeba.linearroad.measure.Figures;
import io.amoeba.linearroad.measure.Sample;
import io.amoeba.linearroad.measure.Spans;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One cycle of a mode: traffic without work, with the work and the changes of the lead for its
 * sake, and without again. Immutable.
 *
 * @param round from 1
 * @param figures by name; times and rates are those of the job
 * @param seconds the local-hit rate around the work, in seconds since its begin
 */
record JobCycle(
    int round, FollowedMode mode, Values figures, List<Second> seconds, List<Phase> phases)
    implements ModeResult.Phase<FollowedMode> {
  /** An aligned job is one with at least so many local requests. */
  static final double ALIGNED = 0.99;

  /** The cycle before, or the start of the job, is over by then. */
  private static final long BEFORE_MILLIS = 20_000;

  private static final double MILLIS_PER_SECOND = 1e3;

  /** When the coordinator entered a phase of the round, in seconds since the work's begin. */
  record Phase(String name, double at) {}

  /** A second or more, up to a moment after the work's begin, which may be negative. */
  record Second(double at, double localHitRate, long requests) {}

  /**
   * The times of a cycle, in epoch milliseconds.
   *
   * @param workFrom the first order, for the lead or the work
   * @param workTo the work is done, the primary leads, and records are where they were
   */
  record Times(long from, long workFrom, long workTo, long to) {}

  /**
   * Measures a cycle.
   *
   * @param samples of the whole run
   * @param others figures that are not those of the job
   */
  static JobCycle of(
      int round,
      FollowedMode mode,
      Times times,
      List<Sample> samples,
      List<Phase> phases,
      Map<String, Double> others) {
    LocalHits all = LocalHits.of(samples);
    long steadyFrom = Math.max(times.from, times.workFrom - BEFORE_MILLIS);
    // Counters are known about a second late.
    long settled = times.workTo + Spans.SETTLE_MILLIS;
    LocalHits after = all.begunWithin(settled, times.to);
    LocalHits affected = all.within(times.workFrom, times.to);
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("beforePerSecond", perSecond(samples, steadyFrom, times.workFrom));
    figures.put("duringPerSecond", perSecond(samples, times.workFrom, times.workTo));
    figures.put("afterPerSecond", perSecond(samples, settled, times.to));
    figures.put("localBefore", all.within(steadyFrom, times.workFrom).rate());
    figures.put("localDuring", all.within(times.workFrom, settled).rate());
    figures.put("localAfter", after.rate());
    figures.put("lowestLocal", affected.lowest());
    figures.put("lowestLocalAfter", after.lowest());
    figures.put("secondsBelow", affected.secondsBelow(ALIGNED));
    figures.put("secondsUntilLocal", affected.secondsUntil(ALIGNED, times.workTo));
    figures.put("roundSeconds", (times.workTo - times.workFrom) / MILLIS_PER_SECOND);
    figures.putAll(others);
    return new JobCycle(
        round,
        mode,
        new Values(figures),
        all.within(steadyFrom, times.to).points().stream()
            .map(point -> second(point, times.workFrom))
            .toList(),
        phases);
  }

  private static double perSecond(List<Sample> samples, long from, long to) {
    return Figures.recordsPerSecond(samples, new Figures.Span(from, to));
  }

  private static Second second(LocalHits.Point point, long workFrom) {
    return new Second(
        (point.toMillis() - workFrom) / MILLIS_PER_SECOND,
        point.localHitRate(),
        point.local() + point.remote());
  }

  double get(String figure) {
    return figures.get(figure);
  }
}
