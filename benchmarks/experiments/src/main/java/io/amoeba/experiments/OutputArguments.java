package io.amoeba.experiments;

import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.report.Outputs;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where results go. Filled by picocli; confined to the main thread. */
public class OutputArguments {
  @Option(names = "--json", paramLabel = "FILE", description = "Write the figures as JSON.")
  private @Nullable Path json;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Where the HTML report goes. Default: bench-EXPERIMENT.html here.")
  private @Nullable Path report;

  /** The same, and where the logs of containers go. */
  public static final class WithLogs extends OutputArguments {
    @Option(
        names = "--logs",
        paramLabel = "FOLDER",
        description = "Keep the logs of all containers there.")
    private @Nullable Path logs;

    @Override
    public Outputs outputs(GivenOptions given, String name) {
      given.requireFolder("--logs", logs);
      Outputs others = super.outputs(given, name);
      return new Outputs(others.json(), others.page(), logs);
    }
  }

  /**
   * Checks that all can be written.
   *
   * @param name of the report where none is given: {@code bench-NAME.html}
   */
  public Outputs outputs(GivenOptions given, String name) {
    Path page = report == null ? Path.of("bench-" + name + ".html") : report;
    given.requireWritable("--json", json);
    given.requireWritable("--report", page);
    return new Outputs(json, page, null);
  }
}
