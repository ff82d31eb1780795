package io.amoeba.experiments;

import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Outputs;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.function.Consumer;

/** Measures on real servers, with options of its own. */
public interface Experiment {
  /** How much there is to do and how long that takes, for people. */
  String expected();

  /** Where the results go. */
  Outputs outputs();

  /** Runs it to its end. */
  ExperimentReport measure(Consumer<String> progress) throws IOException, InterruptedException;

  /**
   * Runs it up to its table, JSON and page.
   *
   * @param out for people
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
