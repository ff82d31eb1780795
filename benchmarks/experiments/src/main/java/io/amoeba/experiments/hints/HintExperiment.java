package io.amoeba.experiments.hints;

import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/** The experiment from its options to its table, JSON and page. Confined to one thread. */
public final class HintExperiment {
  private final HintOptions options;
  private final Path dockerFolder;
  private final int processors;
  private final PrintWriter out;

  /**
   * Prepares it.
   *
   * @param dockerFolder the folder {@code docker} of the source tree
   * @param processors of this machine
   * @param out for people
   */
  public HintExperiment(HintOptions options, Path dockerFolder, int processors, PrintWriter out) {
    this.options = options;
    this.dockerFolder = dockerFolder;
    this.processors = processors;
    this.out = out;
  }

  /** Runs it. */
  public void run() throws IOException {
    Engine engine = Engine.find();
    int moves = options.modes().size() * options.repeats();
    tell(
        moves == 1
            ? "One run, about a quarter of an hour"
            : "%d runs, about a quarter of an hour each".formatted(moves));
    List<HintRun> runs =
        new HintBench(options, engine, new Images(engine, dockerFolder), processors, this::tell)
            .run();
    options.outputs().write(new HintReport(options, runs), out);
  }

  private void tell(String line) {
    out.println(line);
    out.flush();
  }
}
