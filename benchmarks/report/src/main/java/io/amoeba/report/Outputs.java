package io.amoeba.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
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
  public void write(ExperimentReport report, PrintWriter out) {
    out.print(report.text());
    write(report);
    out.println("Report: " + page.toAbsolutePath());
    out.flush();
  }

  /**
   * Writes the files. Experiments of hours do so after each run: what fails then has not cost what
   * was measured before.
   *
   * @throws UncheckedIOException if that is not possible
   */
  public void write(ExperimentReport report) {
    try {
      if (json != null) {
        Files.writeString(json, report.json().toPrettyString() + "\n");
      }
      Files.writeString(page, report.page());
    } catch (IOException e) {
      throw new UncheckedIOException("Results cannot be written: " + e, e);
    }
  }
}
