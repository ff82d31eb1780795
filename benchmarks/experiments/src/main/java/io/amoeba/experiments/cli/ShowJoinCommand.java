package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.Failures;
import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.experiments.join.JoinShow;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Reads the lines of {@code ycsb}, {@code watch-node} and {@code watch-join} while they come. */
@Command(
    name = "show-join",
    hidden = true,
    mixinStandardHelpOptions = true,
    description =
        "Shows a join from the lines of ycsb, watch-node and watch-join on standard input.")
final class ShowJoinCommand implements Callable<Integer> {
  @Option(
      names = "--after",
      paramLabel = "TIME",
      description = "How long the node is shown as a full member. Default: 15s.")
  private @Nullable String after;

  @Option(
      names = "--limit",
      paramLabel = "TIME",
      description = "The longest that the join may take. Default: 5m.")
  private @Nullable String limit;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    OptionTexts texts = new OptionTexts();
    Duration shownAfter =
        texts.duration(
            "--after", after, Duration.ofSeconds(15), Duration.ofSeconds(2), Duration.ofHours(1));
    Duration longest =
        texts.duration(
            "--limit", limit, Duration.ofMinutes(5), Duration.ofSeconds(10), Duration.ofHours(1));
    if (texts.refused(spec.commandLine().getErr())) {
      return ExitCode.USAGE;
    }
    return Failures.told(
        "The join",
        spec,
        () -> {
          BufferedReader in =
              new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
          return new JoinShow(in, spec.commandLine().getOut(), shownAfter, longest).run()
              ? ExitCode.OK
              : ExitCode.FAILURE;
        });
  }
}
