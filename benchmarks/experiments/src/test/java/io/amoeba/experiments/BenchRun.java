package io.amoeba.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Whole measurements, and the JSON of their reports. Stateless. */
public final class BenchRun {
  private BenchRun() {}

  /**
   * Runs a command, which must succeed.
   *
   * @param json where its report goes
   * @param more words beside the first ones
   * @return the report
   */
  public static JsonNode report(
      ExperimentCommand command, Path json, String[] words, String... more) throws IOException {
    StringWriter out = new StringWriter();
    CommandLine line =
        new CommandLine(command).setOut(new PrintWriter(out)).setErr(new PrintWriter(out));

    int exitCode =
        line.execute(
            Stream.of(new String[] {"--json=" + json}, words, more)
                .flatMap(Arrays::stream)
                .toArray(String[]::new));

    assertThat(exitCode).as(out.toString()).isZero();
    return new ObjectMapper().readTree(json.toFile());
  }

  /** The run with this text as its property. */
  public static JsonNode run(JsonNode report, String property, String text) {
    for (JsonNode run : report.path("runs")) {
      if (run.path(property).asText().equals(text)) {
        return run;
      }
    }
    throw new AssertionError("no " + text + " in " + report);
  }
}
