package io.amoeba.experiments;

import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.experiments.report.ExperimentReport;
import io.amoeba.experiments.report.Outputs;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Measures on containers, with options of its own. */
public interface Experiment {
  /** How much there is to do and how long that takes, for people. */
  String expected();

  /** That of an experiment whose runs take a quarter of an hour each. */
  static String quartersOfAnHour(int runs, String run) {
    return runs == 1
        ? "One %s, about a quarter of an hour".formatted(run)
        : "%d %ss, about a quarter of an hour each".formatted(runs, run);
  }

  /** Where the results go. */
  Outputs outputs();

  /** Runs it to its end. */
  ExperimentReport measure(Engine engine, Images images, Consumer<String> progress)
      throws IOException;

  /**
   * Runs it from the search for an engine to its table, JSON and page.
   *
   * @param dockerFolder the folder {@code docker} of the source tree
   * @param out for people
   * @return whether all that must hold did
   */
  default boolean run(Path dockerFolder, PrintWriter out) throws IOException {
    Consumer<String> progress =
        line -> {
          out.println(line);
          out.flush();
        };
    Engine engine = Engine.find();
    progress.accept(expected());
    ExperimentReport report = measure(engine, new Images(engine, dockerFolder), progress);
    outputs().write(report, out);
    return report.holds();
  }
}
