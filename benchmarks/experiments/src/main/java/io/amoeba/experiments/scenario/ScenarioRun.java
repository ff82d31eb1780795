package io.amoeba.experiments.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.experiments.report.Numbers;
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

  /** A part of the run in which one placement was in force. */
  record Part(boolean aligned, JsonNode figures) {
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
    Part random = new Part(false, figures.path("before"));
    Part aligned = new Part(true, figures.path("after"));
    return switch (placing) {
      case RANDOM -> List.of(random);
      case ALIGNED -> List.of(aligned);
      case RANDOM_THEN_ALIGNED -> List.of(random, aligned);
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

  /** What went wrong, for people; that an alignment came to its end, Linear Road judges itself. */
  List<String> failures() {
    List<String> failures = new ArrayList<>();
    figures.path("failures").forEach(failure -> failures.add(named(failure.asText())));
    for (Part part : parts()) {
      double expected = expectedLocalHitRate(part);
      // Not a number is no rate that is near enough.
      if (!part.aligned() && !(Math.abs(part.localHitRate() - expected) <= TOLERANCE)) {
        failures.add(
            named(
                "%s of the requests were local at random placement, which is not near %s"
                    .formatted(Numbers.percent(part.localHitRate()), Numbers.percent(expected))));
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
