package io.amoeba.experiments.join;

import io.amoeba.coordinator.cli.CheckedCommand;
import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.GivenOptions;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Follows the agent's virtual table on one member. */
@Command(
    name = "watch-join",
    hidden = true,
    mixinStandardHelpOptions = true,
    description =
        "Prints what a Cassandra node's amoeba_views.incremental_join says, as lines of JSON.")
public final class WatchJoinCommand extends CheckedCommand {
  @Option(
      names = "--contact",
      paramLabel = "HOST",
      description = "The node, with CQL on port 9042. Default: 127.0.0.1.")
  private String contact = "127.0.0.1";

  /** Called by picocli. */
  public WatchJoinCommand() {
    super("The watch");
  }

  @Override
  protected Callable<Integer> read(GivenOptions given) {
    return () -> {
      new JoinTableWatch(contact, Clock.systemUTC(), spec().commandLine().getOut()).run();
      return ExitCode.OK;
    };
  }
}
