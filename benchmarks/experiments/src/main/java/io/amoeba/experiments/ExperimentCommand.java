package io.amoeba.experiments;

import io.amoeba.coordinator.cli.CheckedCommand;
import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.GivenOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** The command of an experiment: reports everything that is wrong with its options, or runs. */
@Command(
    mixinStandardHelpOptions = true,
    sortOptions = false,
    resourceBundle = "io.amoeba.experiments.help")
public abstract class ExperimentCommand extends CheckedCommand {
  protected ExperimentCommand() {
    super("The experiment");
  }

  /**
   * The experiment that a parsed command line describes, for runs of several.
   *
   * @throws IllegalArgumentException with everything that is wrong with the options
   */
  public final Experiment experiment() {
    GivenOptions given = GivenOptions.of(spec());
    Experiment experiment = experiment(given);
    if (!given.problems().isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", given.problems()));
    }
    return experiment;
  }

  /** Checks the options; the experiment runs only if there are no problems. */
  protected abstract Experiment experiment(GivenOptions given);

  /**
   * The integers of a list; reports each text that is no integer of this range.
   *
   * @return at least one
   */
  protected static List<Integer> integers(
      GivenOptions given, String option, List<String> texts, int least, int most) {
    List<Integer> values = new ArrayList<>();
    for (String text : texts) {
      int value = text.matches("\\d{1,9}") ? Integer.parseInt(text) : least - 1;
      if (value >= least && value <= most) {
        values.add(value);
      } else {
        given.problem(
            "%s is '%s': use an integer from %d to %d".formatted(option, text, least, most));
      }
    }
    return values.isEmpty() ? List.of(least) : values;
  }

  @Override
  protected final Callable<Integer> read(GivenOptions given) {
    Experiment experiment = experiment(given);
    return () ->
        experiment.run(spec().commandLine().getOut()).holds() ? ExitCode.OK : ExitCode.FAILURE;
  }
}
