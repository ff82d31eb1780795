package io.amoeba.experiments.readshift;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.coordinator.cli.OneOf;
import io.amoeba.coordinator.cli.Within;
import io.amoeba.experiments.Experiment;
import io.amoeba.report.Outputs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the experiment on leadership change that only Cassandra has. Filled by picocli. */
public final class ShiftArguments {
  /** Their names. */
  public static final List<String> NAMES =
      List.of("--consistency", "--rows", "--compaction-rate", "--memory", "--device-read-iops");

  private static final int QUICK_ROWS = 20_000;
  private static final int LEAST_READS = 10;
  private static final String NODE_OPTIONS = "--servers process";

  @Option(names = "--consistency", paramLabel = "ONE|QUORUM")
  @OneOf({"ONE", "QUORUM"})
  private DefaultConsistencyLevel consistency = DefaultConsistencyLevel.ONE;

  @Option(names = "--rows", paramLabel = "N")
  @Within(least = "1000", most = "10000000")
  private int rows = 200_000;

  @Option(names = "--compaction-rate", paramLabel = "MIB")
  @Within(least = "1", most = "1024")
  private int compactionMebibytes = 64;

  @Option(names = "--memory", paramLabel = "MIB")
  @Within(least = "1200", most = "100000")
  private int memory = 1_600;

  @Option(names = "--device-read-iops", paramLabel = "N")
  @Within(least = "0", most = "1000000")
  private int readsPerSecond;

  /**
   * What both stores have. Immutable.
   *
   * @param work as on the command line; null: not given
   * @param modes the same
   * @param perSecond 0: a closed loop
   */
  public record Shared(
      @Nullable String work,
      @Nullable String modes,
      int rounds,
      Duration cycle,
      double readShare,
      int perSecond,
      int inFlight,
      boolean inContainers,
      double cpus,
      boolean quick,
      Path distribution,
      Outputs outputs) {}

  /** Checks all of them. */
  public Experiment experiment(GivenOptions given, Shared shared) {
    return new ShiftExperiment(options(given, shared));
  }

  ShiftOptions options(GivenOptions given, Shared shared) {
    NodeWork work =
        given.one("--work", shared.work, List.of(NodeWork.values())).orElse(NodeWork.COMPACTION);
    List<ShiftMode> modes = ShiftMode.withStock(modes(given, shared.modes, work));
    if (work == NodeWork.BACKUP) {
      given.refuse("--work backup", List.of("--compaction-rate"));
      modes.stream()
          .filter(ShiftMode::takesTurns)
          .forEach(
              mode ->
                  given.problem(
                      "--modes has '%s', and a backup is the work of one node: use severity, severity-hints or --work compaction"
                          .formatted(mode)));
    }
    if (!shared.inContainers) {
      given.refuse(NODE_OPTIONS, List.of("--memory", "--device-read-iops"));
    }
    if (readsPerSecond > 0 && readsPerSecond < LEAST_READS) {
      given.problem(
          "--device-read-iops is '%d': use 0 (no limit), or %d at least"
              .formatted(readsPerSecond, LEAST_READS));
    }
    modes.stream()
        .flatMap(mode -> ShiftAgent.of(mode.hasHints()).stream())
        .map(agent -> agent.jar(shared.distribution))
        .distinct()
        .filter(jar -> !Files.isRegularFile(jar))
        .forEach(
            jar -> given.problem("There is no %s: build it with `mvn package`".formatted(jar)));
    return new ShiftOptions(
        work,
        modes,
        shared.rounds,
        shared.cycle,
        shared.quick && !given.has("--rows") ? QUICK_ROWS : rows,
        consistency,
        shared.readShare,
        shared.perSecond,
        shared.inFlight,
        compactionMebibytes,
        shared.inContainers,
        shared.cpus,
        memory,
        readsPerSecond,
        shared.distribution,
        shared.outputs);
  }

  private static List<ShiftMode> modes(GivenOptions given, @Nullable String names, NodeWork work) {
    if (names == null) {
      return work == NodeWork.BACKUP
          ? List.of(ShiftMode.SEVERITY)
          : List.of(ShiftMode.SEVERITY, ShiftMode.TURNS);
    }
    return given.some("--modes", names, List.of(ShiftMode.values()));
  }
}
