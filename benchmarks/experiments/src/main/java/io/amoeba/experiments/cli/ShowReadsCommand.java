package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.Failures;
import io.amoeba.experiments.hints.ReadsShow;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Reads the lines of {@code ycsb} and {@code watch-caches} while they come. */
@Command(
    name = "show-reads",
    hidden = true,
    mixinStandardHelpOptions = true,
    description =
        "Shows how reads move, from the lines of ycsb and watch-caches on standard input.")
final class ShowReadsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    return Failures.told(
        "The reads",
        spec,
        () -> {
          BufferedReader in =
              new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
          return new ReadsShow(in, spec.commandLine().getOut()).run()
              ? ExitCode.OK
              : ExitCode.FAILURE;
        });
  }
}
