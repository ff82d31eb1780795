package io.amoeba.experiments.hints;

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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Reads move from one Cassandra node to another. */
@Command(
    name = HintCommand.NAME,
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Moves all reads from one Cassandra node to another that served none; three nodes, each a container with"
          + " little memory and a slow disk.",
      "Shows throughput, latency and miss rate around the move, without and with read hints, and what these"
          + " cost (dissertation 4.3)."
    },
    footer = {
      "",
      "Examples:",
      "  amoeba bench read-hints",
      "  amoeba bench read-hints --modes stock,100,pull --json read-hints.json",
      "  amoeba bench read-hints --workload R80 --disjoint --distribution zipfian --read-iops 2500",
      "",
      "Exit codes: 0 done, 1 failed or an operation failed, 2 wrong command line."
    })
public final class HintCommand extends ExperimentCommand {
  static final String NAME = "read-hints";

  /** As many operations in flight as in the paper. */
  private static final CassandraArguments.Defaults DEFAULTS =
      new CassandraArguments.Defaults(
          NAME, 1_200_000, 8, 1_100, 900, 512, Duration.ofSeconds(240), HintMode.AGENT_JAR);

  /** The mode's own. */
  private static final List<String> FIXED = List.of("apply-percent", "load-shedding");

  @Option(
      names = "--modes",
      paramLabel = "MODE[,MODE…]",
      converter = ModeNames.class,
      description =
          "How the other nodes' caches are kept warm: stock (not), 1 to 100 (percent of the read hints that"
              + " they apply), pull (the hot set, before reads move). In turn, a fresh cluster for each."
              + " Default: stock,10,20,33,50,100,pull.")
  private Listed<HintMode> modes = new Listed<>(HintMode.ALL_OF_THE_PAPER);

  @Option(
      names = "--workload",
      paramLabel = "C|B|R80",
      description = "C reads only, B has 95 %% reads, R80 80 %%; the rest are updates. Default: C.")
  @OneOf({"C", "B", "R80"})
  private Workload workload = Workload.C;

  @Option(
      names = "--distribution",
      paramLabel = "zipfian|uniform",
      description = "How rows are chosen. Default: uniform, as in the paper.")
  private Distribution rowsBy = Distribution.UNIFORM;

  @Option(
      names = "--disjoint",
      description = "Read the first half of the rows, and update the second. Needs B or R80.")
  private boolean disjoint;

  @Option(
      names = "--chunk-cache",
      paramLabel = "MIB",
      description =
          "Cassandra's file_cache_size, 33 to 100000 MiB; 32 of it are no cache but buffers."
              + " Default: 96.")
  @Within(least = "33", most = "100000")
  private int chunkCache = 96;

  @Mixin private CassandraArguments nodes;

  @Option(
      names = "--code-warm-up",
      paramLabel = "TIME",
      converter = Times.class,
      description =
          "Traffic of few rows on every node with all CPUs, for the compilers, 5s to 10m."
              + " Default: 45s.")
  @Within(least = "5s", most = "10m")
  private Duration codeWarmUp = Duration.ofSeconds(45);

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      converter = Times.class,
      description =
          "Maximum time until the serving node's caches are steady, 5s to 2h. Default: 15m.")
  @Within(least = "5s", most = "2h")
  private Duration warmUp = Duration.ofMinutes(15);

  @Option(
      names = "--overhead-pairs",
      paramLabel = "N",
      description =
          "How often the serving node captures reads while its overhead is measured, each time between two"
              + " times in which it does not, 0 to 100. Default: 6; 0 does not measure it.")
  @Within(least = "0", most = "100")
  private int overheadPairs = 6;

  @Option(
      names = "--overhead-phase",
      paramLabel = "TIME",
      converter = Times.class,
      description = "How long each of these times is, 5s to 10m. Default: 15s.")
  @Within(least = "5s", most = "10m")
  private Duration overheadPhase = Duration.ofSeconds(15);

  /** Called by picocli. */
  public HintCommand() {
    this(Runtime.getRuntime().availableProcessors(), SourceFolders.distribution());
  }

  /**
   * For a machine.
   *
   * @param distribution the folder that holds what is put into images
   */
  HintCommand(int processors, Path distribution) {
    nodes = new CassandraArguments(DEFAULTS, processors, distribution);
  }

  /** Option {@code --modes}. */
  private static final class ModeNames extends Listed.Converter<HintMode> {
    ModeNames() {
      super("stock, 1 to 100 (percent of the read hints applied), pull");
    }

    @Override
    protected Optional<HintMode> of(String name) {
      return HintMode.of(name);
    }
  }

  @Override
  protected Experiment experiment(GivenOptions given) {
    return new HintExperiment(options(given));
  }

  HintOptions options(GivenOptions given) {
    List<HintMode> chosen = modes.values();
    if (disjoint && workload == Workload.C) {
      given.problem("--disjoint is set, but workload C updates nothing: use --workload B or R80");
    }
    return new HintOptions(
        chosen,
        chunkCache,
        codeWarmUp,
        warmUp,
        new HintOptions.CaptureTurns(overheadPairs, overheadPhase),
        nodes.options(
            given,
            nodes.shape(workload, DefaultConsistencyLevel.ONE, rowsBy, disjoint),
            1,
            chosen.stream().filter(HintMode::needsAgent).map(HintMode::toString).toList(),
            HintCommand::setByMode));
  }

  private static List<String> setByMode(String key) {
    return FIXED.contains(key)
        ? List.of("the mode sets: use --modes with the percentage")
        : List.of();
  }
}
