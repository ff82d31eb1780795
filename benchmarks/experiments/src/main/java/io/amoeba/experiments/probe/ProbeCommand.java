package io.amoeba.experiments.probe;

import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.Failures;
import io.amoeba.coordinator.cli.Times;
import java.io.PrintWriter;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Samples or controls a node. Each subcommand but {@code join-table} runs in a container that
 * shares the network identity of the node.
 */
@Command(
    name = "probe",
    hidden = true,
    mixinStandardHelpOptions = true,
    resourceBundle = "io.amoeba.experiments.help")
public final class ProbeCommand {
  /** Sampling costs the node something, too. */
  private static final Duration CACHES_PERIOD = Duration.ofSeconds(1);

  private static final Duration JOIN_PERIOD = Duration.ofMillis(500);

  @Spec private CommandSpec spec = CommandSpec.create();

  private interface Work {
    void run(PrintWriter out) throws Exception;
  }

  private int run(Work work) {
    return Failures.told(
        "The probe",
        spec,
        () -> {
          work.run(spec.commandLine().getOut());
          return ExitCode.OK;
        });
  }

  @Command(name = "joining-node")
  int joiningNode() {
    return run(out -> NodeWatch.run(NodeSample.LINES, JoiningNodeProbe::new, JOIN_PERIOD, out));
  }

  @Command(name = "join-table")
  int joinTable(@Option(names = "--contact", paramLabel = "HOST", required = true) String contact) {
    return run(out -> JoinTableProbe.watch(contact, out));
  }

  @Command(name = "caches")
  int caches() {
    return run(out -> NodeWatch.run(CacheProbe.LINES, CacheProbe::new, CACHES_PERIOD, out));
  }

  @Command(name = "pull-hot-set")
  int pullHotSet() {
    return run(HintsProbe::pull);
  }

  @Command(name = "rest-replays")
  int restReplays() {
    return run(out -> HintsProbe.restReplays());
  }

  @Command(name = "switch-capture")
  int switchCapture(
      @Option(names = "--pairs", required = true) int pairs,
      @Option(names = "--phase", required = true, converter = Times.class) Duration phase,
      @Option(names = "--interval-millis", required = true) int intervalMillis) {
    return run(out -> HintsProbe.switchCapture(pairs, phase, intervalMillis, out));
  }
}
