package io.amoeba.experiments.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.report.Claim;
import io.amoeba.report.Goal;
import io.amoeba.report.Measure;
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

  /** The columns of the table. */
  static final List<Measure<Part>> MEASURES =
      List.of(
          Measure.percent("localHitRate", "local-hit rate", Part::localHitRate),
          Measure.percent("expectedLocalHitRate", "expected", Part::expectedLocalHitRate),
          Measure.whole(
              "recordsPerSecond", "reports", "/s", part -> part.number("recordsPerSecond")),
          Measure.whole(
              "recordsPerSecondAndNode",
              "per node",
              "",
              part -> part.number("recordsPerSecond") / part.nodes),
          Measure.whole(
              "tollLatencyP50Micros", "p50", "us", part -> part.number("tollLatencyP50Micros")),
          Measure.whole(
              "tollLatencyP99Micros", "p99", "us", part -> part.number("tollLatencyP99Micros")));

  /**
   * A part of the run in which one placement was in force.
   *
   * @param last whether it is the last one of a run with an alignment
   */
  record Part(
      int nodes, boolean aligned, boolean last, double expectedLocalHitRate, JsonNode figures) {
    double localHitRate() {
      return number("localHitRate");
    }

    private double number(String name) {
      return figures.path(name).asDouble(Double.NaN);
    }

    /** The claim that so many requests stayed on their node as the odds say. */
    Claim claim(String run) {
      double tolerance = aligned ? ALIGNED_TOLERANCE : TOLERANCE;
      Goal near =
          Goal.between(
              Math.max(0, expectedLocalHitRate - tolerance),
              Math.min(1, expectedLocalHitRate + tolerance));
      return Claim.of(
          "%s, %s placement".formatted(run, aligned ? "aligned" : "random"),
          MEASURES.get(0).target(near.orFail(), Measure.EXACT, "1/N when random (5.4.1)"),
          List.of(this));
    }

    /** For people: {@code 4 random}. */
    @Override
    public String toString() {
      return "%d %s".formatted(nodes, aligned ? "aligned" : "random");
    }
  }

  /** Its parts, the first one first. */
  List<Part> parts() {
    JsonNode before = figures.path("before");
    JsonNode after = figures.path("after");
    Part random = new Part(nodes, false, false, scenario.localHitRateWhenRandom(nodes), before);
    Part aligned = new Part(nodes, true, true, 1, after);
    return switch (placing) {
      case RANDOM -> List.of(random);
      case ALIGNED -> List.of(aligned);
      case RANDOM_THEN_ALIGNED -> List.of(random, aligned);
      case ALIGNED_THEN_GROWN ->
          List.of(
              new Part(nodes, true, false, 1, before),
              new Part(figures.path("finalNodes").asInt(), true, true, 1, after));
    };
  }

  long answersChecked() {
    return figures.path("validation").path("checked").asLong();
  }

  long mismatches() {
    return figures.path("validation").path("mismatches").asLong(-1);
  }

  /** What must hold; what an alignment came to, Linear Road judges itself. */
  List<Claim> claims() {
    String name = name(nodes, placing);
    List<Claim> claims = new ArrayList<>();
    figures
        .path("failures")
        .forEach(
            failure -> claims.add(Claim.stated("%s: %s".formatted(name, failure.asText()), false)));
    if (claims.isEmpty()) {
      claims.add(Claim.stated(name + ": all checks of Linear Road passed", true));
    }
    parts().stream().filter(part -> !part.last()).forEach(part -> claims.add(part.claim(name)));
    return claims;
  }

  /** For people. */
  static String name(int nodes, Placing placing) {
    return "%s, %s".formatted(nodes == 1 ? "1 node" : nodes + " nodes", placing.text());
  }
}
