package io.amoeba.experiments.hints;

import io.amoeba.coordinator.cli.CheckedCommand;
import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.GivenOptions;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Runs in a container that shares the network identity of a Cassandra node. */
@Command(
    name = "pull-hot-set",
    hidden = true,
    mixinStandardHelpOptions = true,
    description =
        "Lets the Cassandra node of this network identity pull the hot set of its peers, and waits for the replays.")
public final class PullHotSetCommand extends CheckedCommand {
  private static final Duration LIMIT = Duration.ofMinutes(3);

  /** Called by picocli. */
  public PullHotSetCommand() {
    super("The pull");
  }

  @Override
  protected Callable<Integer> read(GivenOptions given) {
    return () -> {
      new HotSetPull(LIMIT, spec().commandLine().getOut()).run();
      return ExitCode.OK;
    };
  }
}
