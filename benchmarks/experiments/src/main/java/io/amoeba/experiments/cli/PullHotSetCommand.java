package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.Failures;
import io.amoeba.experiments.hints.HotSetPull;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs in a container that shares the network identity of a Cassandra node. */
@Command(
    name = "pull-hot-set",
    hidden = true,
    mixinStandardHelpOptions = true,
    description =
        "Lets the Cassandra node of this network identity pull the hot set of its peers, and waits for"
            + " the replays.")
final class PullHotSetCommand implements Callable<Integer> {
  private static final Duration LIMIT = Duration.ofMinutes(3);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    return Failures.told(
        "The pull",
        spec,
        () -> {
          new HotSetPull(LIMIT, spec.commandLine().getOut()).run();
          return ExitCode.OK;
        });
  }
}
