package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.Failures;
import io.amoeba.experiments.hints.CaptureSwitching;
import io.amoeba.experiments.hints.CaptureTurns;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs in a container that shares the network identity of a Cassandra node. */
@Command(
    name = SwitchCaptureCommand.NAME,
    hidden = true,
    mixinStandardHelpOptions = true,
    description =
        "Switches the capturing of reads off and on in turn on the Cassandra node of this network"
            + " identity.")
final class SwitchCaptureCommand implements Callable<Integer> {
  static final String NAME = "switch-capture";

  @Option(names = "--pairs", required = true, description = "How often it is on.")
  private int pairs;

  @Option(names = "--phase-seconds", required = true, description = "How long it stays so.")
  private int phaseSeconds;

  @Option(names = "--interval-millis", required = true, description = "Between two batches.")
  private int intervalMillis;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    return Failures.told(
        "The switching",
        spec,
        () -> {
          new CaptureSwitching(
                  new CaptureTurns(pairs, Duration.ofSeconds(phaseSeconds)),
                  intervalMillis,
                  Clock.systemUTC(),
                  spec.commandLine().getOut())
              .run();
          return ExitCode.OK;
        });
  }
}
