package io.amoeba.experiments.alignment;

import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.coordinator.cli.Times;
import io.amoeba.coordinator.cli.Within;
import io.amoeba.experiments.Experiment;
import io.amoeba.experiments.ExperimentCommand;
import io.amoeba.experiments.Lab;
import io.amoeba.experiments.OutputArguments;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Random against aligned placement. */
@Command(name = AlignmentCommand.NAME)
public final class AlignmentCommand extends ExperimentCommand {
  static final String NAME = "alignment";

  /** Share of CPUs that Kafka, the generator, the coordinator and the network leave to nodes. */
  private static final double SHARE_OF_NODES = 0.7;

  /** Compilers share the CPUs, too; seconds for each node. */
  private static final int WARM_UP_OF_BOTH_COMPILERS = 60;

  private static final int WARM_UP = 25;
  private static final int LEAST_WARM_UP = 90;

  /** With a small CPU quota a change of placement takes up to 20 seconds. */
  private static final int PHASE = 120;

  private static final int PHASE_OF_BOTH_COMPILERS = 60;

  private static final double LEAST_CPUS = 0.1;

  private final int cpus;

  @Option(names = "--nodes", paramLabel = "N", split = ",")
  private List<String> nodes = List.of("2", "4", "8");

  @Option(names = "--delay", paramLabel = "TIME", converter = Times.class)
  @Within(least = "0us", most = "10ms")
  private Duration delay = Duration.ofNanos(100_000);

  @Option(names = "--pairs", paramLabel = "N")
  @Within(least = "2", most = "50")
  private int pairs = 5;

  @Option(names = "--phase", paramLabel = "TIME", converter = Times.class)
  @Within(least = "12s", most = "10m")
  private @Nullable Duration phase;

  @Option(names = "--warm-up", paramLabel = "TIME", converter = Times.class)
  @Within(least = "20s", most = "10m")
  private @Nullable Duration warmUp;

  @Option(names = "--cpus-per-node", paramLabel = "X")
  private @Nullable Double cpusPerNode;

  @Mixin private OutputArguments outputs = new OutputArguments.WithLogs();

  public AlignmentCommand() {
    this(Lab.cpus());
  }

  AlignmentCommand(int cpus) {
    this.cpus = cpus;
  }

  @Override
  protected Experiment experiment(GivenOptions given) {
    return new AlignmentExperiment(options(given));
  }

  AlignmentOptions options(GivenOptions given) {
    List<Integer> sizes = integers(given, "--nodes", nodes, 2, LinearRoadStack.MOST_NODES);
    int mostNodes = Collections.max(sizes);
    double cpus =
        cpusPerNode == null ? Math.min(1, this.cpus * SHARE_OF_NODES / mostNodes) : cpusPerNode;
    given.requireWithin("--cpus-per-node", cpus, LEAST_CPUS, this.cpus);
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
