package io.amoeba.experiments.join;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.coordinator.cli.Listed;
import io.amoeba.coordinator.cli.OneOf;
import io.amoeba.coordinator.cli.Times;
import io.amoeba.coordinator.cli.Within;
import io.amoeba.experiments.ExperimentCommand;
import io.amoeba.experiments.Lab;
import io.amoeba.experiments.cassandra.CassandraArguments;
import io.amoeba.experiments.cassandra.CassandraOptions;
import io.amoeba.experiments.load.TrafficShape;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A node joins a Cassandra cluster under load. Its options are immutable after parsing. */
@Command(name = JoinCommand.NAME)
public final class JoinCommand extends ExperimentCommand {
  static final String NAME = "cassandra-join";

  /**
   * Rows for a stock join of about three minutes (estimated). With fewer operations in flight,
   * nodes that have the CPUs in turns are often idle in theirs, because they wait for a node whose
   * turn is over: throughput then depends on which turns coincide. An estimated 300 MiB of a node's
   * memory are page cache: a ninth of its data on disk.
   */
  private static final CassandraArguments.Defaults DEFAULTS =
      new CassandraArguments.Defaults(
          NAME, 2_600_000, 64, 1_300, 1_100, 700, Duration.ofSeconds(300), JoinMode.AGENT_JAR);

  /** For caches that are filled by few reads. */
  private static final Duration WARM_UP = Duration.ofSeconds(180);

  private static final Duration WARM_UP_WITHOUT_LIMIT = Duration.ofSeconds(45);

  private static final List<JoinMode> MODES = List.of(JoinMode.STOCK, JoinMode.INCREMENTAL);

  @Option(names = "--modes", paramLabel = "MODE[,MODE…]", converter = JoinMode.Names.class)
  private @Nullable Listed<JoinMode> modes;

  @Option(names = "--pace", paramLabel = "PACE[,PACE…]", converter = JoinMode.Paces.class)
  private Listed<JoinMode> paces = new Listed<>(List.of());

  @Option(names = "--members", paramLabel = "N")
  @Within(least = "3", most = "7")
  int members = 3;

  @Option(names = "--workload", paramLabel = "A|B")
  @OneOf({"A", "B"})
  private TrafficShape.Workload workload = TrafficShape.Workload.B;

  @Option(names = "--consistency", paramLabel = "QUORUM|ALL")
  @OneOf({"QUORUM", "ALL"})
  private DefaultConsistencyLevel consistency = DefaultConsistencyLevel.QUORUM;

  /** As many by default as size-tiered compaction leaves alone. */
  @Option(names = "--sstables", paramLabel = "N")
  @Within(least = "1", most = "32")
  private int sstables = 3;

  @Option(names = "--stream-rate", paramLabel = "MIB")
  @Within(least = "0", most = "1000")
  double streamRate;

  @Mixin private CassandraArguments nodes;

  @Option(names = "--warm-up", paramLabel = "TIME", converter = Times.class)
  @Within(least = "5s", most = "30m")
  private @Nullable Duration warmUp;

  /** For throughput under the limit of CPUs, which changes ten minutes after the start. */
  @Option(names = "--settle", paramLabel = "TIME", converter = Times.class)
  @Within(least = "0s", most = "30m")
  Duration settle = Duration.ofSeconds(600);

  public JoinCommand() {
    this(Lab.cpus(), Lab.distribution());
  }

  JoinCommand(int cpus, Path distribution) {
    nodes = new CassandraArguments(DEFAULTS, cpus, distribution);
  }

  @Override
  protected JoinExperiment experiment(GivenOptions given) {
    return new JoinExperiment(this, options(given));
  }

  /** Those that are given, and then those of the paces; paces alone are compared with stock. */
  List<JoinMode> modes() {
    Set<JoinMode> all = new LinkedHashSet<>();
    if (modes != null) {
      all.addAll(modes.values());
    } else {
      all.addAll(paces.values().isEmpty() ? MODES : List.of(JoinMode.STOCK));
    }
    all.addAll(paces.values());
    return List.copyOf(all);
  }

  CassandraOptions options(GivenOptions given) {
    checkStreamRate(given, modes());
    return nodes.options(
        given,
        nodes.shape(workload, consistency, TrafficShape.Distribution.ZIPFIAN, false),
        members,
        sstables,
        modes().stream().filter(JoinMode::needsAgent).map(JoinMode::toString).toList(),
        this::setByMode);
  }

  Duration warmUp(CassandraOptions options) {
    Duration usual = options.sizes().limitsReads() ? WARM_UP : WARM_UP_WITHOUT_LIMIT;
    return warmUp == null ? usual : warmUp;
  }

  /** The agent refuses to start with an option that is there twice. */
  private List<String> setByMode(String key) {
    return modes().stream()
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
