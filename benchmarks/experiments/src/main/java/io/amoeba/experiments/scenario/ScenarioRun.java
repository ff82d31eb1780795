package io.amoeba.experiments.scenario;

import io.amoeba.linearroad.measure.Figures;
import io.amoeba.linearroad.run.RunResult;
import io.amoeba.report.Claim;
import io.amoeba.report.Goal;
import io.amoeba.report.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;

/** One run and its result. Not changed after creation. */
record ScenarioRun(Scenario scenario, Scenario.RunShape shape, RunResult result) {
  /** Tolerance of the local-hit rate: hash slots are not all equally busy. */
  private static final double TOLERANCE = 0.1;

  /** The same where records go to their hash slot's node. */
  private static final double ALIGNED_TOLERANCE = 0.01;

  private static final Measure<Part> LOCAL =
      Measure.percent("localHitRate", "local-hit rate", part -> part.figures.localHitRate());

  /** Of a change that restarts the job. */
  private static final Measure<ScenarioRun> GAP =
      Measure.<ScenarioRun>decimals(
              1,
              "changeGapSeconds",
              "longest time without an answer during the change",
              "s",
              ScenarioRun::gapSeconds)
          .target(Goal.atMost(7), Measure.UNKNOWN_NOISE, "7 s (5.4.5)");

  private static final Measure<ScenarioRun> GAP_RATIO =
      Measure.<ScenarioRun>ratio(
              "changeGapRatio",
              "longest time without an answer, during the change over before",
              run -> run.gapSeconds() / seconds(run.result.performance().gaps().beforeMillis()))
          .target(Goal.atMost(1.5), Measure.UNKNOWN_NOISE, "no downtime (5.4.3, 5.4.4)");

  /** The columns of the table. */
  static final List<Measure<Part>> MEASURES =
      List.of(
          LOCAL,
          Measure.percent("expectedLocalHitRate", "expected", Part::expectedLocalHitRate),
          figure("recordsPerSecond", "reports", "/s", Figures::recordsPerSecond),
          Measure.whole(
              "recordsPerSecondAndNode",
              "per node",
              "",
              part -> part.figures.recordsPerSecond() / part.nodes),
          figure("tollLatencyP50Micros", "p50", "us", Figures::tollLatencyP50Micros),
          figure("tollLatencyP99Micros", "p99", "us", Figures::tollLatencyP99Micros));

  private static Measure<Part> figure(
      String name, String title, String unit, ToDoubleFunction<Figures> figure) {
    return Measure.whole(name, title, unit, figure).within(Part::figures);
  }

  /**
   * The part of a run with one placement.
   *
   * @param last whether it is the last one of a run with an alignment
   */
  record Part(
      int nodes, boolean aligned, boolean last, double expectedLocalHitRate, Figures figures) {
    private Claim claim(String run) {
      double tolerance = aligned ? ALIGNED_TOLERANCE : TOLERANCE;
      Goal near =
          Goal.between(
              Math.max(0, expectedLocalHitRate - tolerance),
              Math.min(1, expectedLocalHitRate + tolerance));
      return Claim.of(
          "%s, %s placement".formatted(run, aligned ? "aligned" : "random"),
          LOCAL.target(near.orFail(), Measure.EXACT, aligned ? "" : "1/N (5.4.1)"),
          List.of(this));
    }

    /** For the terminal: {@code 4 random}. */
    @Override
    public String toString() {
      return "%d %s".formatted(nodes, aligned ? "aligned" : "random");
    }
  }

  private double gapSeconds() {
    return seconds(result.performance().gaps().changeMillis());
  }

  private static double seconds(OptionalLong millis) {
    return millis.isPresent() ? millis.getAsLong() / 1_000.0 : Double.NaN;
  }

  private int nodes() {
    return result.options().fleet().nodes();
  }

  /** Its parts in their order. */
  List<Part> parts() {
    Figures before = result.performance().before();
    Figures after = result.performance().after();
    Part random = new Part(nodes(), false, false, scenario.localHitRateWhenRandom(nodes()), before);
    Part aligned = new Part(nodes(), true, true, 1, after);
    return switch (shape) {
      case RANDOM -> List.of(random);
      case ALIGNED -> List.of(aligned);
      case RANDOM_THEN_ALIGNED -> List.of(random, aligned);
      case ALIGNED_THEN_GROWN ->
          List.of(
              new Part(nodes(), true, false, 1, before),
              new Part(result.options().fleet().finalNodes(), true, true, 1, after));
    };
  }

  /** Linear Road itself judges the result of an alignment. */
  List<Claim> claims() {
    List<Claim> claims = new ArrayList<>();
    for (String failure : result.failures()) {
      claims.add(Claim.stated("%s: %s".formatted(this, failure), false));
    }
    if (claims.isEmpty()) {
      claims.add(Claim.stated(this + ": all checks of Linear Road passed", true));
    }
    parts().stream()
        .filter(part -> !part.last())
        .forEach(part -> claims.add(part.claim(toString())));
    if (shape.changes()) {
      claims.add(Claim.of(toString(), shape.addsNode() ? GAP : GAP_RATIO, List.of(this)));
    }
    return claims;
  }

  static String name(int nodes, Scenario.RunShape shape) {
    return "%s, %s".formatted(nodes == 1 ? "1 node" : nodes + " nodes", shape.text);
  }

  @Override
  public String toString() {
    return name(nodes(), shape);
  }
}
