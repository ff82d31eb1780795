package io.amoeba.experiments.join;

import io.amoeba.coordinator.cli.CheckedCommand;
import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.GivenOptions;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Runs in a container that shares the network identity of a Cassandra node. */
@Command(
    name = "watch-node",
    hidden = true,
    mixinStandardHelpOptions = true,
    description =
        "Prints what the Cassandra node of this network identity does, by JMX, as lines of JSON.")
public final class WatchNodeCommand extends CheckedCommand {
  /** Called by picocli. */
  public WatchNodeCommand() {
    super("The watch");
  }

  @Override
  protected Callable<Integer> read(GivenOptions given) {
    return () -> {
      JoinerQuestions.watch(Clock.systemUTC(), spec().commandLine().getOut()).run();
      return ExitCode.OK;
    };
  }
}
