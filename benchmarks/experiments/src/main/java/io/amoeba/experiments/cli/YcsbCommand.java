package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.Failures;
import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.experiments.ycsb.Consistency;
import io.amoeba.experiments.ycsb.Traffic;
import io.amoeba.experiments.ycsb.TrafficOptions;
import io.amoeba.experiments.ycsb.Workload;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Traffic on Cassandra servers that run already. */
@Command(
    name = "ycsb",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "YCSB's traffic on Cassandra servers that run already: rows chosen by Zipf's law, a closed loop.",
      "Prints a line of JSON for every second: operations, failed ones, latencies."
    },
    footer = {"", "Example:", "  amoeba bench ycsb --contact 127.0.0.1 --load --duration 60s"})
final class YcsbCommand implements Callable<Integer> {
  @Option(
      names = "--contact",
      paramLabel = "HOST",
      description = "A node, with CQL on port 9042. Default: 127.0.0.1.")
  private String contact = "127.0.0.1";

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "Rows of 1 kB in the table, 1000 to 10000000. Default: 100000.")
  private @Nullable String rows;

  @Option(names = "--load", description = "Write all rows first, to all replicas.")
  private boolean load;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "How long, 0s (create the table only) to 24h. Default: 60s.")
  private @Nullable String duration;

  @Option(names = "--workload", paramLabel = "A|B", description = "Default: B.")
  private @Nullable String workload;

  @Option(names = "--consistency", paramLabel = "QUORUM|ALL", description = "Default: QUORUM.")
  private @Nullable String consistency;

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      description = "Operations at any time, 1 to 1000. Default: 16.")
  private @Nullable String inFlight;

  @Option(names = "--seed", paramLabel = "N", description = "Default: 1.")
  private @Nullable String seed;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    OptionTexts texts = new OptionTexts();
    TrafficOptions options =
        new TrafficOptions(
            contact,
            texts.number("--rows", rows, 100_000, 1_000, 10_000_000),
            load,
            texts.duration(
                "--duration",
                duration,
                Duration.ofSeconds(60),
                Duration.ZERO,
                Duration.ofHours(24)),
            NamedValues.of(texts, "--workload", workload, Workload.B),
            NamedValues.of(texts, "--consistency", consistency, Consistency.QUORUM),
            texts.number("--in-flight", inFlight, 16, 1, 1_000),
            texts.seed("--seed", seed, 1));
    PrintWriter out = spec.commandLine().getOut();
    if (texts.refused(spec.commandLine().getErr())) {
      return ExitCode.USAGE;
    }
    return Failures.told(
        "The traffic",
        spec,
        () -> {
          new Traffic(options, Clock.systemUTC(), out).run();
          return ExitCode.OK;
        });
  }
}
