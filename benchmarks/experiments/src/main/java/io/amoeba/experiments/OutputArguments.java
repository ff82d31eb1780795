package io.amoeba.experiments;

import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.report.Outputs;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where results go. Filled by picocli; confined to the main thread. */
public final class OutputArguments {
  @Option(names = "--json", paramLabel = "FILE", description = "Write the figures as JSON.")
  private @Nullable Path json;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Where the HTML report goes. Default: bench-${COMMAND-NAME}.html here.")
  private @Nullable Path report;

  @Option(
      names = "--logs",
      paramLabel = "FOLDER",
      description = "Keep the logs of all containers there.")
  private @Nullable Path logs;

  /**
   * Checks that all can be written.
   *
   * @param name of the report where none is given: {@code bench-NAME.html}
   */
  public Outputs outputs(GivenOptions given, String name) {
    Path page = report == null ? Path.of("bench-" + name + ".html") : report;
    given.requireWritable("--json", json);
    given.requireWritable("--report", page);
    given.requireFolder("--logs", logs);
    return new Outputs(json, page, logs);
  }
}
