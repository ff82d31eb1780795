package io.amoeba.experiments.alignment;

import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.coordinator.cli.Times;
import io.amoeba.coordinator.cli.Within;
import io.amoeba.experiments.Experiment;
import io.amoeba.experiments.ExperimentCommand;
import io.amoeba.experiments.OutputArguments;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Random against aligned placement. */
@Command(
    name = AlignmentCommand.NAME,
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Compares random with aligned placement of keys: Linear Road on clusters of containers, each node with its"
          + " own limits.",
      "Placements alternate in one warm job. Shows throughput and latency of operator Toll and the local-hit"
          + " rate, as medians with their spread (dissertation 5.4.1 and 5.4.2).",
    },
    footer = {
      "",
      "Examples:",
      "  amoeba bench alignment --delay 100us",
      "  amoeba bench alignment --nodes 4 --json alignment.json",
      "",
      "Exit codes: 0 done, 1 failed, or a wrong answer, 2 wrong command line."
    })
public final class AlignmentCommand extends ExperimentCommand {
  static final String NAME = "alignment";

  /** What Kafka, the generator, the coordinator and the network leave to the nodes. */
  private static final double SHARE_OF_NODES = 0.7;

  /** Compilers share the CPUs, too; seconds for each node. */
  private static final int WARM_UP_OF_BOTH_COMPILERS = 60;

  private static final int WARM_UP = 25;
  private static final int LEAST_WARM_UP = 90;

  /** With little of a CPU a change of placement takes up to a third of a minute; seconds. */
  private static final int PHASE = 120;

  private static final int PHASE_OF_BOTH_COMPILERS = 60;

  private static final double LEAST_CPUS = 0.1;

  private final int processors;

  @Option(
      names = "--nodes",
      paramLabel = "N[,N…]",
      split = ",",
      description = "Sizes of the cluster, 2 to 8. Default: 2,4,8.")
  private List<String> nodes = List.of("2", "4", "8");

  @Option(
      names = "--delay",
      paramLabel = "TIME",
      converter = Times.class,
      description =
          "How much longer a packet between nodes takes, in each direction: 0us to 10ms. Default: 100us.")
  @Within(least = "0us", most = "10ms")
  private Duration delay = Duration.ofNanos(100_000);

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description = "How often both placements are measured on each size, 2 to 50. Default: 5.")
  @Within(least = "2", most = "50")
  private int pairs = 5;

  @Option(
      names = "--phase",
      paramLabel = "TIME",
      converter = Times.class,
      description =
          "How long one placement is in force, 12s to 10m. Default: 120s; from 0.3 CPUs per node on 60s.")
  @Within(least = "12s", most = "10m")
  private @Nullable Duration phase;

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      converter = Times.class,
      description =
          "Before the first measurement on each size, 20s to 10m. Default: 25s for each node"
              + " of the largest size, 90s at least; from 0.3 CPUs per node on 60s for each.")
  @Within(least = "20s", most = "10m")
  private @Nullable Duration warmUp;

  @Option(
      names = "--cpus-per-node",
      paramLabel = "X",
      description =
          "CPUs of every TaskManager while it is measured, the same for all sizes. Default: what"
              + " this machine has for the largest one.")
  private @Nullable Double cpusPerNode;

  @Mixin private OutputArguments outputs = new OutputArguments.WithLogs();

  /** Called by picocli. */
  public AlignmentCommand() {
    this(Runtime.getRuntime().availableProcessors());
  }

  AlignmentCommand(int processors) {
    this.processors = processors;
  }

  @Override
  protected Experiment experiment(GivenOptions given) {
    return new AlignmentExperiment(options(given));
  }

  AlignmentOptions options(GivenOptions given) {
    List<Integer> sizes = integers(given, "--nodes", nodes, 2, LinearRoadStack.MOST_NODES);
    int mostNodes = Collections.max(sizes);
    double cpus =
        cpusPerNode == null ? Math.min(1, processors * SHARE_OF_NODES / mostNodes) : cpusPerNode;
    given.requireWithin("--cpus-per-node", cpus, LEAST_CPUS, processors);
    boolean bothCompilers = AlignmentOptions.takesBothCompilers(cpus);
    Duration usualPhase = Duration.ofSeconds(bothCompilers ? PHASE_OF_BOTH_COMPILERS : PHASE);
    Duration usualWarmUp =
        Duration.ofSeconds(
            bothCompilers
                ? WARM_UP_OF_BOTH_COMPILERS * mostNodes
                : Math.max(LEAST_WARM_UP, WARM_UP * mostNodes));
    return new AlignmentOptions(
        sizes,
        delay,
        pairs,
        phase == null ? usualPhase : phase,
        warmUp == null ? usualWarmUp : warmUp,
        cpus,
        outputs.outputs(given, NAME));
  }
}
