package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.report.Outputs;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where results go, as it was given. Filled by picocli; confined to the main thread. */
final class OutputArguments {
  @Option(names = "--json", paramLabel = "FILE", description = "Write the figures as JSON.")
  @Nullable String json;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Where the HTML report goes. Default: bench-${COMMAND-NAME}.html here.")
  @Nullable String report;

  @Option(
      names = "--logs",
      paramLabel = "FOLDER",
      description = "Keep the logs of all containers there.")
  @Nullable String logs;

  /** Checks that all can be written; what is wrong goes to the texts. */
  Outputs read(OptionTexts texts, String command) {
    String name = report == null ? "bench-" + command + ".html" : report;
    Path page = texts.writable("--report", name);
    return new Outputs(
        texts.writable("--json", json),
        page == null ? Path.of("") : page,
        texts.folder("--logs", logs));
  }
}
