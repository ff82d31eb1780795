package io.amoeba.experiments.reproduction;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.report.Claim;
import io.amoeba.report.Goal;
import io.amoeba.report.Measure;
import io.amoeba.report.ReportJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Experiments, headlines and reports for tests. */
final class Examples {
  static final PlannedExperiment JOIN = planned("join", "bench join --rows 10", "bench join");
  static final PlannedExperiment HINTS = planned("hints", "bench hints", null);

  private Examples() {}

  static PlannedExperiment planned(String name, String command, @Nullable String quick) {
    return new PlannedExperiment(
        name, "experiments/" + name + ".md", command, quick, 60, 20, false, "2 CPUs");
  }

  static Headline measured(String id, String figure, @Nullable String subject) {
    return new Headline(
        id,
        Headline.Part.INCREMENTAL_STREAMING,
        "Dissertation 2.3",
        "Throughput | join",
        "×0.975",
        "of the baseline",
        List.of(
            new Headline.Bar("stock", 0.86, figure, "stock"),
            new Headline.Bar("incremental", 0.975, figure, "incremental"),
            new Headline.Bar("throttled", 0.94, null, null)),
        new Headline.Measured("join", figure, subject),
        null,
        null);
  }

  static Headline without(@Nullable String missing, @Nullable String unmeasured) {
    return new Headline(
        "other",
        Headline.Part.FRESH_READS,
        "Decongestant 4.3",
        "Read throughput",
        "×2.5",
        "",
        List.of(),
        null,
        missing,
        unmeasured);
  }

  static Papers papers(Headline... headlines) {
    return new Papers(List.of(JOIN, HINTS), List.of(headlines));
  }

  /** A claim that is so far from the goal, of 1, that its interval of 0.1 decides it or not. */
  static Claim claim(String subject, String figure, double value) {
    Measure<Double> measure =
        Measure.<Double>ratio(figure, "throughput", seen -> seen)
            .target(Goal.atLeast(1), 0.1, "x0.975");
    return Claim.of(subject, measure, List.of(value));
  }

  static JsonNode report(boolean holds, Claim... claims) {
    return ReportJson.tree(
        Map.of(
            "holds",
            holds,
            "claims",
            List.of(claims),
            "runs",
            List.of(Map.of("mode", "stock", "ratio", 0.5))));
  }

  static ExperimentResult result(PlannedExperiment experiment, String command, JsonNode report) {
    return new ExperimentResult(
        experiment.name(), command, "2026-11-28T19:00:00Z", 61, "2 CPUs", report);
  }
}
