package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.Failures;
import io.amoeba.experiments.hints.RestReplays;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs in a container that shares the network identity of a Cassandra node. */
@Command(
    name = RestReplaysCommand.NAME,
    hidden = true,
    mixinStandardHelpOptions = true,
    description = "Lets the Cassandra node of this network identity apply no more read hints.")
final class RestReplaysCommand implements Callable<Integer> {
  static final String NAME = "rest-replays";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    return Failures.told(
        "The order",
        spec,
        () -> {
          RestReplays.run();
          return ExitCode.OK;
        });
  }
}
