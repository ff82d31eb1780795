package io.amoeba.experiments.reproduction;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The result of an experiment, with its circumstances. Not changed after creation.
 *
 * @param experiment name of the planned experiment
 * @param command arguments of {@code ./amoeba} that measured it
 * @param started in UTC, as ISO 8601
 * @param machine CPUs, memory, operating system and Java
 * @param report the experiment's JSON
 */
record ExperimentResult(
    String experiment,
    String command,
    String started,
    long seconds,
    String machine,
    JsonNode report) {
  static ExperimentResult of(
      PlannedExperiment experiment,
      PlannedExperiment.Size size,
      Instant started,
      Duration took,
      String machine,
      JsonNode report) {
    return new ExperimentResult(
        experiment.name(),
        experiment.command(size),
        started.truncatedTo(ChronoUnit.SECONDS).toString(),
        took.toSeconds(),
        machine,
        report);
  }

  /** Whether no better result is wanted: full results serve quick runs, too. */
  boolean satisfies(PlannedExperiment planned, PlannedExperiment.Size size) {
    return command.equals(planned.command(PlannedExperiment.Size.FULL))
        || command.equals(planned.command(size));
  }

  boolean holds() {
    return report.path("holds").asBoolean();
  }
}
