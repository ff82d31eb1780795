package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.Failures;
import io.amoeba.experiments.join.JoinTableWatch;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Follows the agent's virtual table on one member. */
@Command(
    name = "watch-join",
    hidden = true,
    mixinStandardHelpOptions = true,
    description =
        "Tells what a Cassandra node's amoeba_views.incremental_join says, as lines of JSON.")
final class WatchJoinCommand implements Callable<Integer> {
  @Option(
      names = "--contact",
      paramLabel = "HOST",
      description = "The node, with CQL on port 9042. Default: 127.0.0.1.")
  private String contact = "127.0.0.1";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    return Failures.told(
        "The watch",
        spec,
        () -> {
          new JoinTableWatch(contact, Clock.systemUTC(), spec.commandLine().getOut()).run();
          return ExitCode.OK;
        });
  }
}
