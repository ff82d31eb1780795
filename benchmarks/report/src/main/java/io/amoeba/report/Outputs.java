package io.amoeba.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Files of an experiment's results. Immutable.
 *
 * @param json null: not written
 * @param logs folder for the logs of containers; null: not written
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
   * Writes the files. Long experiments do so after each run, so that a later failure loses nothing.
   *
   * @throws UncheckedIOException if a file cannot be written
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
