package io.amoeba.experiments;

import io.amoeba.coordinator.cli.CheckedCommand;
import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.GivenOptions;
import java.util.concurrent.Callable;

/**
 * The command of an experiment: everything that is wrong with its options is reported, or it runs.
 */
public abstract class ExperimentCommand extends CheckedCommand {
  /** Prepares it. */
  protected ExperimentCommand() {
    super("The experiment");
  }

  /** Checks the options; the experiment runs only if there are no problems. */
  protected abstract Experiment experiment(GivenOptions given);

  @Override
  protected final Callable<Integer> read(GivenOptions given) {
    Experiment experiment = experiment(given);
    return () -> experiment.run(spec().commandLine().getOut()) ? ExitCode.OK : ExitCode.FAILURE;
  }
}
