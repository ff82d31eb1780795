package io.amoeba.linearroad.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.experiments.scenario.LinearRoadRunner;
import io.amoeba.linearroad.report.JsonReport;
import io.amoeba.linearroad.report.ProgressLines;
import io.amoeba.linearroad.run.Distribution;
import io.amoeba.linearroad.run.LinearRoadRun;
import io.amoeba.linearroad.run.RunOptions;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine;

/** Runs for experiments, on servers as processes of this machine. Stateless. */
public final class EmbeddedRunner implements LinearRoadRunner {
  /** Called by the service loader. */
  public EmbeddedRunner() {}

  @Override
  public JsonNode run(List<String> arguments, Consumer<String> progress)
      throws IOException, InterruptedException {
    LinearRoadCommand.keepLogsOffTheTerminal();
    LinearRoadCommand command = new LinearRoadCommand();
    CommandLine line = new CommandLine(command);
    line.parseArgs(arguments.toArray(String[]::new));
    GivenOptions given = GivenOptions.of(line.getCommandSpec());
    RunOptions options = command.options(given);
    if (!given.problems().isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", given.problems()));
    }
    return JsonReport.of(
        new LinearRoadRun(options, Distribution.locate(), new ProgressLines(progress)).run());
  }
}
