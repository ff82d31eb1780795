package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.experiments.alignment.AlignmentOptions;
import io.amoeba.experiments.alignment.LinearRoadStack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns options into checked ones; what is wrong goes to a list. Confined to one thread. */
final class AlignmentReader {
  private static final List<Integer> SIZES = List.of(2, 4, 8);
  private static final int LEAST_NODES = 2;

  /** What Kafka, the generator, the coordinator and the network leave to the nodes. */
  private static final double SHARE_OF_NODES = 0.7;

  /** Compilers share the processors, too; seconds for each node. */
  private static final int WARM_UP_OF_BOTH_COMPILERS = 60;

  private static final int WARM_UP = 25;
  private static final int LEAST_WARM_UP = 90;

  /** With little of a processor a change of placement takes up to a third of a minute; seconds. */
  private static final int PHASE = 120;

  private static final int PHASE_OF_BOTH_COMPILERS = 60;

  private static final double LEAST_CPUS = 0.1;

  private final AlignmentArguments given;
  private final OptionTexts texts;
  private final int processors;

  AlignmentReader(AlignmentArguments given, OptionTexts texts, int processors) {
    this.given = given;
    this.texts = texts;
    this.processors = processors;
  }

  /** The options; to be used only if there are no problems. */
  AlignmentOptions read() {
    if (!given.containers) {
      texts.problem(
          "--containers or --scenario is missing: give --containers to compare throughput, or --scenario to see local requests on processes of this machine");
    }
    if (given.duration != null) {
      texts.problem("--duration goes with --scenario alone: use --phase and --pairs");
    }
    List<Integer> nodes = sizes(texts, given.nodes, SIZES, LEAST_NODES);
    double cpus = cpus(Collections.max(nodes));
    return new AlignmentOptions(
        nodes,
        texts.duration(
            "--delay",
            given.delay,
            Duration.ofNanos(100_000),
            Duration.ZERO,
            Duration.ofMillis(10)),
        texts.number("--pairs", given.pairs, 5, 2, 50),
        texts.seconds("--phase", given.phase, phase(cpus), 12, 600),
        texts.seconds("--warm-up", given.warmUp, warmUp(cpus, Collections.max(nodes)), 20, 600),
        cpus,
        given.outputs.read(texts, AlignmentCommand.NAME));
  }

  /**
   * Sizes of the cluster.
   *
   * @param given with commas; null: there are none
   * @param absent what to go on with then
   */
  static List<Integer> sizes(
      OptionTexts texts, @Nullable String given, List<Integer> absent, int least) {
    if (given == null) {
      return absent;
    }
    List<Integer> nodes = new ArrayList<>();
    for (String text : given.split(",", -1)) {
      nodes.add(texts.number("--nodes", text.strip(), least, least, LinearRoadStack.MOST_NODES));
    }
    return nodes;
  }

  private static int phase(double cpus) {
    return AlignmentOptions.takesBothCompilers(cpus) ? PHASE_OF_BOTH_COMPILERS : PHASE;
  }

  private static int warmUp(double cpus, int mostNodes) {
    return AlignmentOptions.takesBothCompilers(cpus)
        ? WARM_UP_OF_BOTH_COMPILERS * mostNodes
        : Math.max(LEAST_WARM_UP, WARM_UP * mostNodes);
  }

  private double cpus(int mostNodes) {
    double absent = Math.min(1, processors * SHARE_OF_NODES / mostNodes);
    return texts.decimal("--cpus-per-node", given.cpusPerNode, absent, LEAST_CPUS, processors);
  }
}
