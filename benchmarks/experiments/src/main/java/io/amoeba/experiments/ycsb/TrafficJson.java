package io.amoeba.experiments.ycsb;

import static io.amoeba.report.JsonNumbers.number;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Traffic by the second, for programs and for plots. Stateless. */
public final class TrafficJson {
  private TrafficJson() {}

  /**
   * Adds an object for each second.
   *
   * @param fromSeconds what was before is left out; since 1970, as the next one
   * @param zeroSeconds the moment that {@code at} counts from
   */
  public static void seconds(
      ArrayNode all, List<TrafficSecond> traffic, double fromSeconds, double zeroSeconds) {
    for (TrafficSecond second : traffic) {
      if (second.second() >= fromSeconds) {
        ObjectNode node = all.addObject();
        number(node, "at", second.second() - zeroSeconds);
        node.put("operations", second.operations());
        node.put("failed", second.failed());
        number(node, "meanMillis", second.meanMillis());
        number(node, "p50Millis", second.p50Millis());
        number(node, "p95Millis", second.p95Millis());
        number(node, "p99Millis", second.p99Millis());
      }
    }
  }
}
