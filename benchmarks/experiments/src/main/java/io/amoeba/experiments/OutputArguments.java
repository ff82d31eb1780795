package io.amoeba.experiments;

import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.report.Outputs;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where results go. Filled by picocli. */
public class OutputArguments {
  @Option(names = "--json", paramLabel = "FILE")
  private @Nullable Path json;

  @Option(names = "--report", paramLabel = "FILE")
  private @Nullable Path report;

  /** Also where the logs of containers go. */
  public static final class WithLogs extends OutputArguments {
    @Option(names = "--logs", paramLabel = "FOLDER")
    private @Nullable Path logs;

    @Override
    public Outputs outputs(GivenOptions given, String name) {
      given.requireFolder("--logs", logs);
      Outputs others = super.outputs(given, name);
      return new Outputs(others.json(), others.page(), logs);
    }
  }

  /**
   * Checks that all of them can be written.
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
