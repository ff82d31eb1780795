package io.amoeba.experiments.hints;

import io.amoeba.coordinator.cli.CheckedCommand;
import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.GivenOptions;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Reads the lines of {@code ycsb} and {@code watch-caches} while they come. */
@Command(
    name = "show-reads",
    hidden = true,
    mixinStandardHelpOptions = true,
    description =
        "Shows how reads move, from the lines of ycsb and watch-caches on standard input.")
public final class ShowReadsCommand extends CheckedCommand {
  /** Called by picocli. */
  public ShowReadsCommand() {
    super("The reads");
  }

  @Override
  protected Callable<Integer> read(GivenOptions given) {
    return () -> {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      return new ReadsShow(in, spec().commandLine().getOut()).run()
          ? ExitCode.OK
          : ExitCode.FAILURE;
    };
  }
}
