package io.amoeba.experiments.hints;

import io.amoeba.coordinator.cli.CheckedCommand;
import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.experiments.cassandra.NodeBeans;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Runs in a container that shares the network identity of a Cassandra node. */
@Command(
    name = "rest-replays",
    hidden = true,
    mixinStandardHelpOptions = true,
    description =
        "Lets the Cassandra node of this network identity apply no more read hints; it still receives them.")
public final class RestReplaysCommand extends CheckedCommand {
  /** Called by picocli. */
  public RestReplaysCommand() {
    super("The order");
  }

  @Override
  protected Callable<Integer> read(GivenOptions given) {
    return () -> {
      try (NodeBeans node = NodeBeans.connect()) {
        node.set(HotSetPull.BEAN, "ApplyPercent", 0);
      }
      return ExitCode.OK;
    };
  }
}
