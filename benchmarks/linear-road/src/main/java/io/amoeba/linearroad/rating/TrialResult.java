package io.amoeba.linearroad.rating;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.linearroad.answers.LatencySeries;
import io.amoeba.report.ReportJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The result of a number of expressways. Immutable.
 *
 * @param responses times in milliseconds between the append of a record and that of its answer
 * @param fellBehind whether the trial was ended because the job could not keep pace
 */
record TrialResult(
    int expressways,
    double reportsPerSecond,
    Map<TimeLimit, LatencySeries.Percentiles> responses,
    long checked,
    long mismatches,
    boolean fellBehind,
    CpuUsage.BusyCpus busyCpus) {
  TrialResult {
    responses = Map.copyOf(responses);
  }

  /** Why the number is too large; empty: it is not. */
  List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    if (fellBehind) {
      reasons.add("the job could not keep pace");
    }
    if (mismatches > 0) {
      reasons.add(mismatches + " answers are not right");
    }
    for (TimeLimit limit : TimeLimit.values()) {
      LatencySeries.Percentiles times = responses.get(limit);
      if (times != null && times.max() > limit.millis) {
        reasons.add(
            "%s after %.0f ms, later than %d ms".formatted(limit, times.max(), limit.millis));
      }
    }
    return reasons;
  }

  boolean passes() {
    return reasons().isEmpty();
  }

  /** All of it, with the verdict. */
  ObjectNode json() {
    return ReportJson.object(this, Map.of("passed", passes(), "reasons", reasons()));
  }
}
