package io.amoeba.experiments.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.report.Numbers;
import java.util.ArrayList;
import java.util.List;

/**
 * One run and what it showed. Not changed after it was made.
 *
 * @param figures as Linear Road writes them; what is not known is null there, and NaN here
 */
record ScenarioRun(Scenario scenario, int nodes, Placing placing, JsonNode figures) {
  /** How far off the share of local requests may be: hash slots are not all equally busy. */
  private static final double TOLERANCE = 0.1;

  /** How far off it may be where records go to their hash slot's node. */
  private static final double ALIGNED_TOLERANCE = 0.01;

  /**
   * A part of the run in which one placement was in force.
   *
   * @param last whether it is the last one of a run with an alignment
   */
  record Part(int nodes, boolean aligned, boolean last, JsonNode figures) {
    double localHitRate() {
      return number("localHitRate");
    }

    double recordsPerSecond() {
      return number("recordsPerSecond");
    }

    double tollLatencyP50Micros() {
      return number("tollLatencyP50Micros");
    }

    double tollLatencyP99Micros() {
      return number("tollLatencyP99Micros");
    }

    private double number(String name) {
      return figures.path(name).asDouble(Double.NaN);
    }
  }

  /** Its parts, the first one first. */
  List<Part> parts() {
    Part random = new Part(nodes, false, false, figures.path("before"));
    Part aligned = new Part(nodes, true, true, figures.path("after"));
    return switch (placing) {
      case RANDOM -> List.of(random);
      case ALIGNED -> List.of(aligned);
      case RANDOM_THEN_ALIGNED -> List.of(random, aligned);
      case ALIGNED_THEN_GROWN ->
          List.of(
              new Part(nodes, true, false, figures.path("before")),
              new Part(figures.path("finalNodes").asInt(), true, true, figures.path("after")));
    };
  }

  /** The share of local requests that there should be. */
  double expectedLocalHitRate(Part part) {
    return part.aligned() ? 1 : scenario.localHitRateWhenRandom(nodes);
  }

  long answersChecked() {
    return figures.path("validation").path("checked").asLong();
  }

  long mismatches() {
    return figures.path("validation").path("mismatches").asLong(-1);
  }

  /** What went wrong, for people; what an alignment came to, Linear Road judges itself. */
  List<String> failures() {
    List<String> failures = new ArrayList<>();
    figures.path("failures").forEach(failure -> failures.add(named(failure.asText())));
    for (Part part : parts()) {
      double expected = expectedLocalHitRate(part);
      // Not a number is no rate that is near enough.
      double tolerance = part.aligned() ? ALIGNED_TOLERANCE : TOLERANCE;
      if (!part.last() && !(Math.abs(part.localHitRate() - expected) <= tolerance)) {
        failures.add(
            named(
                "%s of the requests were local at %s placement, which is not near %s"
                    .formatted(
                        Numbers.percent(part.localHitRate()),
                        part.aligned() ? "aligned" : "random",
                        Numbers.percent(expected))));
      }
    }
    return failures;
  }

  private String named(String failure) {
    return "%s: %s".formatted(name(nodes, placing), failure);
  }

  /** For people. */
  static String name(int nodes, Placing placing) {
    return "%s, %s".formatted(nodes == 1 ? "1 node" : nodes + " nodes", placing.text());
  }
}
