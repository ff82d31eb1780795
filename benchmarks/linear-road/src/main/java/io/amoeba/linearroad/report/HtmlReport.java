package io.amoeba.linearroad.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.linearroad.answers.LatencySeries;
import io.amoeba.linearroad.observe.HashSlotLayout;
import io.amoeba.linearroad.run.PlacementPhase;
import io.amoeba.linearroad.run.RatePoint;
import io.amoeba.linearroad.run.RunOptions;
import io.amoeba.linearroad.run.RunResult;
import io.amoeba.report.MachineLine;
import io.amoeba.report.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run as one HTML file that needs nothing else: key figures, hash slots before and
 * after, plots over time, and the table. Stateless.
 */
public final class HtmlReport {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TEMPLATE = "/io/amoeba/linearroad/report.html";

  private static final String BEFORE_AND_AFTER = "before and after alignment";
  private static final String GROWTH = "before and after a node is added";
  private static final String ALTERNATION = "hash and aligned placement in turn";
  private static final String WITHOUT = "without alignment";

  private static final double MILLIS_PER_SECOND = 1_000;
  private static final double WHOLE = 100;

  private HtmlReport() {}

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
      return GROWTH;
    }
    RunOptions.Alignment alignment = options.alignment();
    if (alignment.alternates()) {
      return ALTERNATION;
    }
    return alignment.aligns() ? BEFORE_AND_AFTER : WITHOUT;
  }

  private static ObjectNode data(RunResult result) {
    RunResult.Timeline timeline = result.timeline();
    long begin = timeline.feedBeginMillis();
    ObjectNode data = JSON.createObjectNode();
    rates(data, timeline);
    ArrayNode p50 = data.putArray("p50");
    ArrayNode p99 = data.putArray("p99");
    for (long at = begin; at < timeline.feedEndMillis(); at += (long) MILLIS_PER_SECOND) {
      LatencySeries.Percentiles toll =
          timeline.tollLatencies().ofSecond(at / (long) MILLIS_PER_SECOND);
      double seconds = (at - begin) / MILLIS_PER_SECOND;
      if (toll.count() > 0) {
        point(p50, seconds, (double) toll.p50());
        point(p99, seconds, (double) toll.p99());
      } else {
        gap(p50, seconds);
        gap(p99, seconds);
      }
    }
    KeyFigures.add(data.putArray("tiles"), result);
    Caveats.of(result).forEach(data.putArray("caveats")::add);
    RunResult.Surroundings surroundings = result.surroundings();
    layout(data, "layoutBefore", surroundings.before());
    layout(data, "layoutAfter", surroundings.after());
    mark(data, "alignBegin", timeline.alignBeginMillis(), begin);
    mark(data, "aligned", timeline.alignedMillis(), begin);
    mark(data, "feedEnd", timeline.feedEndMillis(), begin);
    ArrayNode phases = data.putArray("phases");
    for (PlacementPhase phase : result.performance().phases()) {
      phases
          .addObject()
          .put("placement", phase.placement().name().toLowerCase(Locale.ROOT))
          .put("from", (phase.beginMillis() - begin) / MILLIS_PER_SECOND)
          .put("to", (phase.endMillis() - begin) / MILLIS_PER_SECOND);
    }
    return data;
  }

  private static void rates(ObjectNode data, RunResult.Timeline timeline) {
    ArrayNode reports = data.putArray("reports");
    ArrayNode local = data.putArray("local");
    for (RatePoint rates : RatePoint.of(timeline)) {
      point(reports, rates.at(), rates.recordsPerSecond());
      if (Double.isNaN(rates.localHitRate())) {
        gap(local, rates.at());
      } else {
        point(local, rates.at(), WHOLE * rates.localHitRate());
      }
    }
  }

  private static void layout(ObjectNode data, String name, @Nullable HashSlotLayout layout) {
    if (layout != null && !layout.nodes().isEmpty()) {
      data.set(name, JSON.valueToTree(layout));
    }
  }

  private static void mark(ObjectNode data, String name, long millis, long begin) {
    if (millis > 0) {
      data.put(name, Math.max(0, millis - begin) / MILLIS_PER_SECOND);
    }
  }

  /** Nothing was measured there, and the line must not pretend so. */
  private static void gap(ArrayNode points, double x) {
    points.addObject().put("x", x).putNull("y");
  }

  private static void point(ArrayNode points, double x, double y) {
    points.addObject().put("x", x).put("y", y);
  }
}
