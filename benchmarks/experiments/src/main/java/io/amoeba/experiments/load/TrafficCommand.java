package io.amoeba.experiments.load;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.amoeba.coordinator.cli.CheckedCommand;
import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.coordinator.cli.OneOf;
import io.amoeba.coordinator.cli.Times;
import io.amoeba.coordinator.cli.Within;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Traffic on Cassandra servers that run already. */
@Command(
    name = "traffic",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Traffic of YCSB workloads A to C on Cassandra servers that run already: rows chosen by Zipf's law or evenly,"
          + " a closed loop.",
      "Prints a line of JSON for every second: operations, failed ones, latencies."
    },
    footer = {"", "Example:", "  amoeba bench traffic --contact 127.0.0.1 --load --duration 60s"})
public final class TrafficCommand extends CheckedCommand {
  @Option(
      names = "--contact",
      paramLabel = "HOST",
      description = "A node, with CQL on port 9042. Default: 127.0.0.1.")
  private String contact = "127.0.0.1";

  @Option(
      names = "--alone",
      description =
          "Ask this node only, and let it ask no more replicas than it must: this switches the table's"
              + " speculative retry off.")
  private boolean alone;

  @Mixin private TrafficArguments table = new TrafficArguments(100_000, 16);

  @Option(names = "--load", description = "Write all rows first, to all replicas.")
  private boolean load;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = Times.class,
      description = "How long, 0s (create the table only) to 24h. Default: 60s.")
  @Within(least = "0s", most = "24h")
  private Duration duration = Duration.ofSeconds(60);

  @Option(
      names = "--workload",
      paramLabel = "A|B|C|R80",
      description = "Reads: A 50 %%, B 95 %%, C all, R80 80 %%; the rest updates. Default: B.")
  @OneOf({"A", "B", "C", "R80"})
  private Workload workload = Workload.B;

  @Option(names = "--consistency", paramLabel = "ONE|QUORUM|ALL", description = "Default: QUORUM.")
  @OneOf({"ONE", "QUORUM", "ALL"})
  private DefaultConsistencyLevel consistency = DefaultConsistencyLevel.QUORUM;

  @Option(
      names = "--distribution",
      paramLabel = "zipfian|uniform",
      description = "How rows are chosen. Default: zipfian.")
  private Distribution rowsBy = Distribution.ZIPFIAN;

  @Option(
      names = "--disjoint",
      description = "Read the first half of the rows, and update the second.")
  private boolean disjoint;

  @Option(
      names = "--move-to",
      paramLabel = "HOST",
      description = "All reads go to this node when the moment has come; updates stay.")
  private @Nullable String moveTo;

  @Option(
      names = "--move-after",
      paramLabel = "TIME",
      converter = Times.class,
      description = "The moment: so long after the start of the traffic, 1s to 24h.")
  @Within(least = "1s", most = "24h")
  private @Nullable Duration moveAfter;

  @Option(
      names = "--move-file",
      paramLabel = "FILE",
      description = "The moment: this file is there.")
  private @Nullable Path moveFile;

  @Option(names = "--seed", paramLabel = "N", description = "Default: 1.")
  private long seed = 1;

  /** Called by picocli. */
  public TrafficCommand() {
    super("The traffic");
  }

  @Override
  protected Callable<Integer> read(GivenOptions given) {
    if ((moveTo == null) != (moveAfter == null && moveFile == null)) {
      given.problem("--move-to needs --move-after or --move-file, and they need it");
    }
    TrafficOptions options =
        new TrafficOptions(
            contact,
            alone,
            load,
            duration,
            table.shape(workload, consistency, rowsBy, disjoint),
            seed,
            moveTo == null ? null : new ReadMove(moveTo, moveAfter, moveFile));
    return () -> {
      new Traffic(options, Clock.systemUTC(), spec().commandLine().getOut()).run();
      return ExitCode.OK;
    };
  }
}
