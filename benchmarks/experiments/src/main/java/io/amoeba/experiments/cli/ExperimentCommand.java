package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.Failures;
import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.experiments.Experiment;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * What the commands of all experiments do: either everything that is wrong with the options is
 * told, or the experiment runs.
 */
abstract class ExperimentCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  /**
   * Reads the command's options; the experiment is run only if there are no problems.
   *
   * @param processors of this machine
   */
  abstract Experiment read(OptionTexts texts, int processors);

  @Override
  public final Integer call() {
    OptionTexts texts = new OptionTexts();
    Experiment experiment = read(texts, Runtime.getRuntime().availableProcessors());
    if (texts.refused(spec.commandLine().getErr())) {
      return ExitCode.USAGE;
    }
    PrintWriter out = spec.commandLine().getOut();
    return Failures.told(
        "The experiment", spec, () -> experiment.run(out) ? ExitCode.OK : ExitCode.FAILURE);
  }
}
