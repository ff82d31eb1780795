package io.amoeba.experiments.demo;

import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.Failures;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows lines of traffic and probes on standard input while they arrive. */
@Command(
    name = "demo",
    hidden = true,
    mixinStandardHelpOptions = true,
    resourceBundle = "io.amoeba.experiments.help")
public final class DemoCommand {
  private static final Duration SHOWN_AS_MEMBER = Duration.ofSeconds(15);
  private static final Duration JOIN = Duration.ofMinutes(5);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Command(name = "join")
  int join() {
    return run(new JoinShow(spec.commandLine().getOut(), SHOWN_AS_MEMBER, JOIN));
  }

  @Command(name = "reads")
  int reads() {
    return run(new ReadsShow(spec.commandLine().getOut()));
  }

  @Command(name = "priority")
  int priority() {
    return run(new PriorityShow(spec.commandLine().getOut()));
  }

  private int run(Show show) {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    return Failures.told("The demo", spec, () -> show.run(in) ? ExitCode.OK : ExitCode.FAILURE);
  }
}
