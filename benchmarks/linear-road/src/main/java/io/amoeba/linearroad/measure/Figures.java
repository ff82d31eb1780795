package io.amoeba.linearroad.measure;

import io.amoeba.linearroad.answers.LatencySeries;
import io.amoeba.linearroad.answers.TollMinutes;
import io.amoeba.linearroad.observe.Requests;
import io.amoeba.report.Spread;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Figures of a part of a run; NaN: not known. Immutable.
 *
 * @param localHitRate of requests to Redis, 0 … 1
 * @param requests to Redis, local and remote
 * @param recordsPerSecond position reports
 * @param tollsPerSecond answers of operator Toll
 * @param tollLatencyP50Micros median of the time that crossings spent in operator Toll
 */
public record Figures(
    double localHitRate,
    long requests,
    double recordsPerSecond,
    double tollsPerSecond,
    double tollLatencyP50Micros,
    double tollLatencyP99Micros,
    double seconds) {
  /** Nothing is known. */
  public static final Figures NONE =
      new Figures(Double.NaN, 0, Double.NaN, Double.NaN, Double.NaN, Double.NaN, 0);

  private static final double MILLIS_PER_SECOND = 1_000;

  /**
   * A round may be half over when a span starts, and in the next one a TaskManager may respond to
   * an earlier request. The two after that are certainly newer.
   */
  private static final int ROUNDS_TO_SETTLE = 3;

  /** A span of wall-clock time in milliseconds. */
  public record Span(long from, long to) {
    /** Contains nothing. */
    public static final Span EMPTY = new Span(0, -1);

    boolean contains(Sample sample) {
      return sample.epochMillis() >= from && sample.epochMillis() <= to;
    }
  }

  /**
   * The figures of a part of a run.
   *
   * @param span of throughput and latency
   * @param hitSpan of the local-hit rate
   */
  public static Figures of(List<Sample> samples, LatencySeries latencies, Span span, Span hitSpan) {
    LatencySeries.Percentiles toll = latencies.between(span.from, span.to);
    Requests requests = requests(samples, hitSpan);
    return new Figures(
        requests.localHitRate(),
        requests.total(),
        recordsPerSecond(samples, span),
        toll.count() / (double) LatencySeries.wholeSeconds(span.from, span.to),
        toll.p50(),
        toll.p99(),
        Math.max(0, span.to - span.from) / MILLIS_PER_SECOND);
  }

  /** The same part with tolls that were counted in another time. */
  Figures withTolls(TollMinutes.Throughput tolls) {
    return new Figures(
        localHitRate,
        requests,
        recordsPerSecond,
        tolls.perSecond(),
        tollLatencyP50Micros,
        tollLatencyP99Micros,
        tolls.millis() / MILLIS_PER_SECOND);
  }

  /** The medians of several parts; their requests and seconds are added up. */
  static Figures medians(List<Figures> parts) {
    return new Figures(
        median(parts, Figures::localHitRate),
        parts.stream().mapToLong(Figures::requests).sum(),
        median(parts, Figures::recordsPerSecond),
        median(parts, Figures::tollsPerSecond),
        median(parts, Figures::tollLatencyP50Micros),
        median(parts, Figures::tollLatencyP99Micros),
        parts.stream().mapToDouble(Figures::seconds).sum());
  }

  private static double median(List<Figures> parts, Function<Figures, Double> figure) {
    return Spread.of(parts.stream().map(figure).toList()).median();
  }

  /** Requests of all operators between the first and the last sample of a span. */
  static Requests requests(List<Sample> samples, Span span) {
    return Requests.sum(requestsByOperator(samples, span).values());
  }

  /** Requests between the first and the last sample of a span. */
  static Map<String, Requests> requestsByOperator(List<Sample> samples, Span span) {
    // Flink does not fetch metrics for a while after it has lost a TaskManager.
    List<Sample> fresh = samples.stream().filter(span::contains).filter(Sample::fresh).toList();
    Map<String, Requests> requests = new TreeMap<>();
    if (!fresh.isEmpty()) {
      Map<String, Requests> first = firstSettled(samples, fresh, span).requestsByOperator();
      fresh
          .get(fresh.size() - 1)
          .requestsByOperator()
          .forEach(
              (operator, last) ->
                  requests.put(operator, last.since(first.getOrDefault(operator, Requests.NONE))));
    }
    return requests;
  }

  /*
   * What a busy TaskManager reports late would count as if it happened late: remote requests from
   * before an alignment, say. A lost TaskManager reports nothing, and is not waited for.
   */
  private static Sample firstSettled(List<Sample> samples, List<Sample> fresh, Span span) {
    long began = span.from - Spans.SETTLE_MILLIS;
    long rounds =
        samples.stream()
            .filter(sample -> sample.epochMillis() <= began)
            .mapToLong(Sample::rounds)
            .max()
            .orElse(0);
    return fresh.stream()
        .filter(sample -> sample.rounds() >= rounds + ROUNDS_TO_SETTLE)
        .findFirst()
        .orElse(fresh.get(0));
  }

  /** Position reports per second in a span; NaN: not known. */
  public static double recordsPerSecond(List<Sample> samples, Span span) {
    List<Sample> within = samples.stream().filter(span::contains).toList();
    if (within.size() < 2) {
      return Double.NaN;
    }
    Sample first = within.get(0);
    Sample last = within.get(within.size() - 1);
    double seconds = (last.epochMillis() - first.epochMillis()) / MILLIS_PER_SECOND;
    return seconds <= 0 ? Double.NaN : (last.positionReports() - first.positionReports()) / seconds;
  }
}
