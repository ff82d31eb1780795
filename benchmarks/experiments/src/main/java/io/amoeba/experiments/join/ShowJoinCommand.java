package io.amoeba.experiments.join;

import io.amoeba.coordinator.cli.CheckedCommand;
import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.coordinator.cli.Times;
import io.amoeba.coordinator.cli.Within;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Reads the lines of {@code ycsb}, {@code watch-node} and {@code watch-join} while they come. */
@Command(
    name = "show-join",
    hidden = true,
    mixinStandardHelpOptions = true,
    description =
        "Shows a join from the lines of ycsb, watch-node and watch-join on standard input.")
public final class ShowJoinCommand extends CheckedCommand {
  @Option(
      names = "--after",
      paramLabel = "TIME",
      converter = Times.class,
      description = "How long the node is shown as a full member. Default: 15s.")
  @Within(least = "2s", most = "1h")
  private Duration after = Duration.ofSeconds(15);

  @Option(
      names = "--limit",
      paramLabel = "TIME",
      converter = Times.class,
      description = "The longest that the join may take. Default: 5m.")
  @Within(least = "10s", most = "1h")
  private Duration limit = Duration.ofMinutes(5);

  /** Called by picocli. */
  public ShowJoinCommand() {
    super("The join");
  }

  @Override
  protected Callable<Integer> read(GivenOptions given) {
    return () -> {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      return new JoinShow(in, spec().commandLine().getOut(), after, limit).run()
          ? ExitCode.OK
          : ExitCode.FAILURE;
    };
  }
}
