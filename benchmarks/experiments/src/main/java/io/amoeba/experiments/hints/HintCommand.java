package io.amoeba.experiments.hints;

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
import io.amoeba.experiments.cassandra.CassandraStack;
import io.amoeba.experiments.load.TrafficShape;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Reads move from one Cassandra node to another. Its options are immutable after parsing. */
@Command(name = HintCommand.NAME)
public final class HintCommand extends ExperimentCommand {
  static final String NAME = "read-hints";

  /** As many operations in flight as in the paper. */
  private static final CassandraArguments.Defaults DEFAULTS =
      new CassandraArguments.Defaults(
          NAME, 1_200_000, 8, 1_100, 900, 512, Duration.ofSeconds(240), HintMode.AGENT_JAR);

  /** Options of the agent that modes set. */
  private static final List<String> FIXED = List.of("apply-percent", "load-shedding");

  @Option(names = "--modes", paramLabel = "MODE[,MODE…]", converter = ModeNames.class)
  Listed<HintMode> modes = new Listed<>(HintMode.ALL_OF_THE_PAPER);

  @Option(names = "--workload", paramLabel = "C|B|R80")
  @OneOf({"C", "B", "R80"})
  private TrafficShape.Workload workload = TrafficShape.Workload.C;

  @Option(names = "--distribution", paramLabel = "zipfian|uniform")
  private TrafficShape.Distribution rowsBy = TrafficShape.Distribution.UNIFORM;

  @Option(names = "--disjoint")
  private boolean disjoint;

  @Option(names = "--chunk-cache", paramLabel = "MIB")
  @Within(least = "33", most = "100000")
  int chunkCache = 96;

  @Mixin private CassandraArguments nodes;

  @Option(names = "--code-warm-up", paramLabel = "TIME", converter = Times.class)
  @Within(least = "5s", most = "10m")
  Duration codeWarmUp = Duration.ofSeconds(45);

  @Option(names = "--warm-up", paramLabel = "TIME", converter = Times.class)
  @Within(least = "5s", most = "2h")
  Duration warmUp = Duration.ofMinutes(15);

  @Option(names = "--overhead-pairs", paramLabel = "N")
  @Within(least = "0", most = "100")
  int overheadPairs = 6;

  @Option(names = "--overhead-phase", paramLabel = "TIME", converter = Times.class)
  @Within(least = "5s", most = "10m")
  Duration overheadPhase = Duration.ofSeconds(15);

  public HintCommand() {
    this(Lab.cpus(), Lab.distribution());
  }

  HintCommand(int cpus, Path distribution) {
    nodes = new CassandraArguments(DEFAULTS, cpus, distribution);
  }

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
  protected HintExperiment experiment(GivenOptions given) {
    return new HintExperiment(this, options(given));
  }

  CassandraOptions options(GivenOptions given) {
    if (disjoint && workload == TrafficShape.Workload.C) {
      given.problem("--disjoint is set, but workload C updates nothing: use --workload B or R80");
    }
    return nodes.options(
        given,
        nodes.shape(workload, DefaultConsistencyLevel.ONE, rowsBy, disjoint),
        CassandraStack.REPLICAS,
        1,
        modes.values().stream().filter(HintMode::needsAgent).map(HintMode::name).toList(),
        HintCommand::setByMode);
  }

  private static List<String> setByMode(String key) {
    return FIXED.contains(key)
        ? List.of("the mode sets: use --modes with the percentage")
        : List.of();
  }
}
