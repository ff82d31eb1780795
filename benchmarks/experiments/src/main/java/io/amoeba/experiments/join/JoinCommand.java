package io.amoeba.experiments.join;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.coordinator.cli.Listed;
import io.amoeba.coordinator.cli.OneOf;
import io.amoeba.coordinator.cli.Times;
import io.amoeba.coordinator.cli.Within;
import io.amoeba.experiments.Experiment;
import io.amoeba.experiments.ExperimentCommand;
import io.amoeba.experiments.SourceFolders;
import io.amoeba.experiments.cassandra.CassandraArguments;
import io.amoeba.experiments.load.Distribution;
import io.amoeba.experiments.load.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A node joins a Cassandra cluster under load. */
@Command(
    name = JoinCommand.NAME,
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Lets a node join three Cassandra nodes or more under YCSB's traffic, each a container with little memory"
          + " and a slow disk.",
      "Shows throughput and latency before, during and after, requests served by the joining node, reads of"
          + " disks, and what the join cost (dissertation 2.3)."
    },
    footer = {
      "",
      "Examples:",
      "  amoeba bench cassandra-join",
      "  amoeba bench cassandra-join --modes stock --json join.json",
      "  amoeba bench cassandra-join --workload A --consistency ALL --repeats 3",
      "  amoeba bench cassandra-join --read-iops 0 --memory 4200 --cpus-per-node 0.25   all rows in memory",
      "",
      "Exit codes: 0 done, 1 failed, 2 wrong command line."
    })
public final class JoinCommand extends ExperimentCommand {
  static final String NAME = "cassandra-join";

  /**
   * Rows for a stock join of about three minutes, by calculation. With fewer operations in flight,
   * nodes that have the CPUs in turns often have nothing to do in theirs, because what they need is
   * with a node whose turn is over: throughput then depends on whose turns happen to be at the same
   * time. By calculation 300 MiB of a node's memory are page cache: a ninth of what it then has on
   * its disk.
   */
  private static final CassandraArguments.Defaults DEFAULTS =
      new CassandraArguments.Defaults(
          NAME, 2_600_000, 64, 1_300, 1_100, 700, Duration.ofSeconds(300), JoinMode.AGENT_JAR);

  /** For caches that are filled by few reads. */
  private static final Duration WARM_UP = Duration.ofSeconds(180);

  private static final Duration WARM_UP_WITHOUT_LIMIT = Duration.ofSeconds(45);

  @Option(
      names = "--modes",
      paramLabel = "MODE[,MODE…]",
      converter = ModeNames.class,
      description =
          "How the node joins: stock, stock-throttled (senders no faster than incrementally),"
              + " sequential-only (served at the end only), incremental, incremental-grouped (from all senders"
              + " at the same time). In turn, a fresh cluster for each."
              + " Default: stock,incremental.")
  private Listed<JoinMode> modes = new Listed<>(List.of(JoinMode.STOCK, JoinMode.INCREMENTAL));

  @Option(
      names = "--members",
      paramLabel = "N",
      description =
          "Nodes before the join, 3 to 7; with more than three, not every node has every row."
              + " Default: 3.")
  @Within(least = "3", most = "7")
  private int members = 3;

  @Option(
      names = "--workload",
      paramLabel = "A|B",
      description = "YCSB's: A has 50 %% reads, B 95 %%. Default: B.")
  @OneOf({"A", "B"})
  private Workload workload = Workload.B;

  @Option(
      names = "--consistency",
      paramLabel = "QUORUM|ALL",
      description = "How many replicas have to answer. Default: QUORUM.")
  @OneOf({"QUORUM", "ALL"})
  private DefaultConsistencyLevel consistency = DefaultConsistencyLevel.QUORUM;

  /** As many by default as size-tiered compaction leaves alone. */
  @Option(
      names = "--sstables",
      paramLabel = "N",
      description =
          "SSTables of one size in which every node has the rows, 1 to 32; four or more are"
              + " compacted before the join. Default: 3.")
  @Within(least = "1", most = "32")
  private int sstables = 3;

  @Option(
      names = "--stream-rate",
      paramLabel = "MIB",
      description =
          "Cassandra's stream_throughput_outbound in MiB/s, 0 (no limit) to 1000. Default: 0.")
  @Within(least = "0", most = "1000")
  private double streamRate;

  @Mixin private CassandraArguments nodes;

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      converter = Times.class,
      description =
          "Traffic with all CPUs before their limit, 5s to 30m: until caches are full."
              + " Default: 180s, or 45s without a limit of reads.")
  @Within(least = "5s", most = "30m")
  private @Nullable Duration warmUp;

  /** For throughput under the limit of CPUs, which changes ten minutes after the start. */
  @Option(
      names = "--settle",
      paramLabel = "TIME",
      converter = Times.class,
      description =
          "Maximum time to wait for a steady baseline before the join starts, and for the first reset"
              + " of Cassandra's dynamic snitch, 0s to 30m. Default: 600s.")
  @Within(least = "0s", most = "30m")
  private Duration settle = Duration.ofSeconds(600);

  /** Called by picocli. */
  public JoinCommand() {
    this(Runtime.getRuntime().availableProcessors(), SourceFolders.distribution());
  }

  /**
   * For a machine.
   *
   * @param distribution the folder that holds what is put into images
   */
  JoinCommand(int processors, Path distribution) {
    nodes = new CassandraArguments(DEFAULTS, processors, distribution);
  }

  /** Option {@code --modes}. */
  private static final class ModeNames extends Listed.Converter<JoinMode> {
    ModeNames() {
      super(String.join(", ", JoinMode.names()));
    }

    @Override
    protected Optional<JoinMode> of(String name) {
      return JoinMode.of(name);
    }
  }

  @Override
  protected Experiment experiment(GivenOptions given) {
    return new JoinExperiment(options(given));
  }

  JoinOptions options(GivenOptions given) {
    List<JoinMode> chosen = modes.values();
    checkStreamRate(given, chosen);
    Duration usualWarmUp = nodes.limitsReads() ? WARM_UP : WARM_UP_WITHOUT_LIMIT;
    return new JoinOptions(
        chosen,
        members,
        streamRate,
        warmUp == null ? usualWarmUp : warmUp,
        settle,
        nodes.options(
            given,
            nodes.shape(workload, consistency, Distribution.ZIPFIAN, false),
            sstables,
            chosen.stream().filter(JoinMode::needsAgent).map(JoinMode::toString).toList(),
            this::setByMode));
  }

  /** The agent refuses to start with an option that is there twice. */
  private List<String> setByMode(String key) {
    return modes.values().stream()
        .filter(mode -> mode.sets(key))
        .map("mode %s sets: leave one of them out"::formatted)
        .toList();
  }

  private void checkStreamRate(GivenOptions given, List<JoinMode> chosen) {
    int throttled = chosen.indexOf(JoinMode.STOCK_THROTTLED);
    int incremental = chosen.indexOf(JoinMode.INCREMENTAL);
    if (streamRate == 0 && throttled >= 0 && (incremental < 0 || incremental > throttled)) {
      given.problem(
          "--modes has stock-throttled without incremental before it, whose rate it takes: put"
              + " incremental before it, or set --stream-rate");
    }
  }
}
