package io.amoeba.experiments.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where an experiment's results go. Immutable.
 *
 * @param json a file; null: nowhere
 * @param page a file
 * @param logs a folder for the logs of containers; null: nowhere
 */
public record Outputs(@Nullable Path json, Path page, @Nullable Path logs) {
  /** Prints the text and writes the files. */
  public void write(ExperimentReport report, PrintWriter out) throws IOException {
    out.print(report.text());
    if (json != null) {
      Files.writeString(json, report.json().toPrettyString() + "\n");
    }
    Files.writeString(page, report.page());
    out.println("Report: " + page.toAbsolutePath());
    out.flush();
  }
}
