package io.amoeba.linearroad.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.linearroad.answers.LatencySeries;
import io.amoeba.linearroad.measure.PlacementPhase;
import io.amoeba.linearroad.measure.RatePoint;
import io.amoeba.linearroad.observe.HashSlotLayout;
import io.amoeba.linearroad.run.RunOptions;
import io.amoeba.linearroad.run.RunResult;
import io.amoeba.report.MachineLine;
import io.amoeba.report.Page;
import io.amoeba.report.ReportJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run as one HTML file that needs nothing else: key figures, hash slots before and
 * after, plots over time, and the table. Stateless.
 */
public final class HtmlReport {
  private static final String TEMPLATE = "/io/amoeba/linearroad/report.html";

  private static final long MILLIS_PER_SECOND = 1_000;

  private HtmlReport() {}

  /**
   * A point of a plot.
   *
   * @param y NaN: nothing was measured, and the line breaks
   */
  private record Point(double x, double y) {}

  /** A phase of an alternation; in seconds of feeding. */
  private record Phase(String placement, double from, double to) {}

  /** Writes the file. */
  public static void write(RunResult result, Path file) throws IOException {
    Files.writeString(file, of(result));
  }

  static String of(RunResult result) throws IOException {
    List<String> failures = result.failures();
    return Page.of(
        TEMPLATE,
        Map.of(
            "title", title(result.options()),
            "machine", MachineLine.text(),
            "verdict", failures.isEmpty() ? "All checks passed." : String.join("; ", failures),
            "quality", failures.isEmpty() ? "good" : "bad",
            "summary", table(Summary.of(result))),
        data(result));
  }

  /** Without the empty lines around it; the blanks in front of the header are part of the table. */
  private static String table(String summary) {
    return summary.replaceFirst("^\\R+", "").stripTrailing();
  }

  private static String title(RunOptions options) {
    if (options.fleet().addsNode()) {
      return "before and after a node is added";
    }
    RunOptions.Alignment alignment = options.alignment();
    if (alignment.alternates()) {
      return "hash and aligned placement in turn";
    }
    return alignment.aligns() ? "before and after alignment" : "without alignment";
  }

  private static JsonNode data(RunResult result) {
    RunResult.Timeline timeline = result.timeline();
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    data.put("tiles", KeyFigure.of(result));
    data.put("caveats", Caveats.of(result));
    data.put("series", RatePoint.of(timeline.samples(), timeline.feedBeginMillis()));
    data.put("p50", latencies(timeline, LatencySeries.Percentiles::p50));
    data.put("p99", latencies(timeline, LatencySeries.Percentiles::p99));
    data.put("layoutBefore", shown(result.surroundings().before()));
    data.put("layoutAfter", shown(result.surroundings().after()));
    data.put("alignBegin", timeline.seconds(timeline.alignBeginMillis()));
    data.put("aligned", timeline.seconds(timeline.alignedMillis()));
    data.put("feedEnd", timeline.seconds(timeline.feedEndMillis()));
    data.put(
        "phases",
        result.performance().phases().stream().map(phase -> phase(phase, timeline)).toList());
    return ReportJson.tree(data);
  }

  /** A percentile of each second of feeding. */
  private static List<Point> latencies(
      RunResult.Timeline timeline, ToDoubleFunction<LatencySeries.Percentiles> percentile) {
    List<Point> points = new ArrayList<>();
    long begin = timeline.feedBeginMillis();
    for (long at = begin; at < timeline.feedEndMillis(); at += MILLIS_PER_SECOND) {
      points.add(
          new Point(
              timeline.seconds(at),
              percentile.applyAsDouble(timeline.tollLatencies().ofSecond(at / MILLIS_PER_SECOND))));
    }
    return points;
  }

  private static @Nullable HashSlotLayout shown(@Nullable HashSlotLayout layout) {
    return layout == null || layout.nodes().isEmpty() ? null : layout;
  }

  private static Phase phase(PlacementPhase phase, RunResult.Timeline timeline) {
    return new Phase(
        phase.placement().toString(),
        timeline.seconds(phase.beginMillis()),
        timeline.seconds(phase.endMillis()));
  }
}
