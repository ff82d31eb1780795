package io.amoeba.experiments.probe;

import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.Failures;
import io.amoeba.coordinator.cli.Times;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import javax.management.JMException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Watches or steers a node. Each subcommand runs in a container that shares the network identity of
 * the node, but for that which asks a virtual table.
 */
@Command(
    name = "probe",
    hidden = true,
    mixinStandardHelpOptions = true,
    description =
        "Watches or steers the Cassandra node of this network identity, and prints lines of JSON.")
public final class ProbeCommand {
  private static final String HINTS = HotSetPull.BEAN;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Called by picocli. */
  public ProbeCommand() {}

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

  @Command(name = "joining-node", description = "Watches a node that joins.")
  int joiningNode() {
    return run(JoiningNodeProbe::watch);
  }

  @Command(name = "join-table", description = "Watches amoeba_views.incremental_join of a member.")
  int joinTable(@Option(names = "--contact", paramLabel = "HOST", required = true) String contact) {
    return run(out -> JoinTableProbe.watch(contact, out));
  }

  @Command(name = "caches", description = "Watches a node's caches and its read hints.")
  int caches() {
    return run(CacheProbe::watch);
  }

  @Command(name = "pull-hot-set", description = "Pulls the hot set; waits for the replays.")
  int pullHotSet() {
    return run(HotSetPull::run);
  }

  @Command(
      name = "rest-replays",
      description = "Lets the node apply no more read hints; it still receives them.")
  int restReplays() {
    return run(
        out -> {
          try (NodeBeans node = NodeBeans.connect()) {
            node.set(HINTS, "ApplyPercent", 0);
          }
        });
  }

  @Command(
      name = "switch-capture",
      description =
          "Switches the capturing of reads off and on in turn; begins and ends with a time off, and"
              + " leaves it on.")
  int switchCapture(
      @Option(names = "--pairs", required = true, description = "How often it is on.") int pairs,
      @Option(
              names = "--phase",
              required = true,
              converter = Times.class,
              description = "How long it stays so.")
          Duration phase,
      @Option(
              names = "--interval-millis",
              required = true,
              description = "Between two batches, from now on.")
          int intervalMillis) {
    return run(
        out -> {
          try (NodeBeans node = NodeBeans.connect()) {
            node.set(HINTS, "IntervalMillis", intervalMillis);
            try {
              for (int turn = 0; turn <= 2 * pairs; turn++) {
                capture(node, turn % 2 == 1, out);
                Thread.sleep(phase.toMillis());
              }
            } finally {
              capture(node, true, out);
            }
          }
        });
  }

  private static void capture(NodeBeans node, boolean on, PrintWriter out)
      throws IOException, JMException {
    node.set(HINTS, "Capturing", on);
    CaptureSwitch.LINES.print(out, new CaptureSwitch(NodeWatch.now(), on));
  }
}
