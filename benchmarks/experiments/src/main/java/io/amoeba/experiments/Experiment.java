package io.amoeba.experiments;

import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Outputs;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.function.Consumer;

/** A measurement on real servers. */
public interface Experiment {
  /** The number of runs and their length, for the terminal. */
  String expected();

  /** Where the results go. */
  Outputs outputs();

  /** Runs it to its end. */
  ExperimentReport measure(Consumer<String> progress) throws IOException, InterruptedException;

  /**
   * Runs it up to its table, JSON and page.
   *
   * @param out the terminal
   */
  default ExperimentReport run(PrintWriter out) throws IOException, InterruptedException {
    Consumer<String> progress =
        line -> {
          out.println(line);
          out.flush();
        };
    progress.accept(expected());
    ExperimentReport report = measure(progress);
    outputs().write(report, out);
    return report;
  }
}
