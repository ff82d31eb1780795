package io.amoeba.experiments.hints;

import io.amoeba.coordinator.cli.CheckedCommand;
import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.GivenOptions;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Runs in a container that shares the network identity of a Cassandra node. */
@Command(
    name = "watch-caches",
    hidden = true,
    mixinStandardHelpOptions = true,
    description =
        "Prints what the caches and read hints of the Cassandra node of this network identity do, by JMX, as lines of JSON.")
public final class WatchCachesCommand extends CheckedCommand {
  /** Called by picocli. */
  public WatchCachesCommand() {
    super("The watch");
  }

  @Override
  protected Callable<Integer> read(GivenOptions given) {
    return () -> {
      CacheQuestions.watch(Clock.systemUTC(), spec().commandLine().getOut()).run();
      return ExitCode.OK;
    };
  }
}
