package io.amoeba.experiments.hints;

import io.amoeba.coordinator.cli.CheckedCommand;
import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.coordinator.cli.Times;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs in a container that shares the network identity of a Cassandra node. */
@Command(
    name = "switch-capture",
    hidden = true,
    mixinStandardHelpOptions = true,
    description =
        "Switches the capturing of reads off and on in turn on the Cassandra node of this network identity.")
public final class SwitchCaptureCommand extends CheckedCommand {
  @Option(names = "--pairs", required = true, description = "How often it is on.")
  private int pairs;

  @Option(
      names = "--phase",
      required = true,
      converter = Times.class,
      description = "How long it stays so.")
  private Duration phase = Duration.ZERO;

  @Option(names = "--interval-millis", required = true, description = "Between two batches.")
  private int intervalMillis;

  /** Called by picocli. */
  public SwitchCaptureCommand() {
    super("The switching");
  }

  @Override
  protected Callable<Integer> read(GivenOptions given) {
    return () -> {
      new CaptureSwitching(
              new CaptureTurns(pairs, phase),
              intervalMillis,
              Clock.systemUTC(),
              spec().commandLine().getOut())
          .run();
      return ExitCode.OK;
    };
  }
}
