package io.amoeba.experiments.alignment;

import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The experiment from its options to its table, JSON and page. Confined to one thread. */
public final class AlignmentExperiment {
  private final AlignmentOptions options;
  private final Path dockerFolder;
  private final PrintWriter out;

  /**
   * Prepares it.
   *
   * @param dockerFolder the folder {@code docker} of the source tree
   * @param out for people
   */
  public AlignmentExperiment(AlignmentOptions options, Path dockerFolder, PrintWriter out) {
    this.options = options;
    this.dockerFolder = dockerFolder;
    this.out = out;
  }

  /**
   * Runs it.
   *
   * @return whether every answer was right
   */
  public boolean run() throws IOException {
    Engine engine = Engine.find();
    tell(expected());
    List<SizeResult> results =
        new AlignmentBench(options, engine, new Images(engine, dockerFolder), this::tell).run();
    options.outputs().write(new AlignmentReport(options, results), out);
    return results.stream().allMatch(result -> result.mismatches() == 0);
  }

  private String expected() {
    Duration each = options.feed().plus(Duration.ofMinutes(1));
    return "%d sizes of the cluster, about %d minutes"
        .formatted(options.nodes().size(), each.multipliedBy(options.nodes().size()).toMinutes());
  }

  private void tell(String line) {
    out.println(line);
    out.flush();
  }
}
