package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.experiments.cassandra.NodeOptions;
import io.amoeba.experiments.cassandra.NodeSizes;
import io.amoeba.experiments.hints.CaptureTurns;
import io.amoeba.experiments.hints.HintMode;
import io.amoeba.experiments.hints.HintOptions;
import io.amoeba.experiments.hints.HintTraffic;
import io.amoeba.experiments.ycsb.Distribution;
import io.amoeba.experiments.ycsb.Workload;
import io.amoeba.experiments.ycsb.YcsbSchema;
import java.nio.file.Path;
import java.util.List;

/** Turns options into checked ones; what is wrong goes to a list. Confined to one thread. */
final class HintReader {
  private static final List<Workload> WORKLOADS = List.of(Workload.C, Workload.B, Workload.R80);
  private static final double CPUS = 0.4;
  private static final double LEAST_CPUS = 0.1;
  private static final int HEAP_MEBIBYTES = 512;

  /** The mode's own. */
  private static final List<String> FIXED = List.of("apply-percent", "automatic-strain");

  private final HintArguments given;
  private final OptionTexts texts;
  private final int processors;
  private final Path distribution;

  /**
   * Prepares it.
   *
   * @param distribution the folder that holds what is put into images
   */
  HintReader(HintArguments given, OptionTexts texts, int processors, Path distribution) {
    this.given = given;
    this.texts = texts;
    this.processors = processors;
    this.distribution = distribution;
  }

  /** The options; to be used only if there are no problems. */
  HintOptions read() {
    List<HintMode> modes =
        ModeNames.read(
            texts,
            given.modes,
            HintMode.ALL_OF_THE_PAPER,
            HintMode::of,
            "stock, 1 to 100 (percent of the read hints applied), pull");
    CassandraAgentOptions agent =
        new CassandraAgentOptions(
            texts, modes.stream().filter(HintMode::needsAgent).map(HintMode::toString).toList());
    agent.requireJar(distribution, HintMode.AGENT_JAR);
    return new HintOptions(
        modes,
        texts.number("--repeats", given.repeats, 1, 1, 50),
        traffic(),
        new NodeSizes(
            texts.decimal("--cpus-per-node", given.cpusPerNode, CPUS, LEAST_CPUS, processors),
            texts.number("--memory", given.memory, 1_100, 900, 100_000),
            HEAP_MEBIBYTES,
            texts.number("--read-iops", given.readIops, 250, 10, 1_000_000)),
        texts.number("--chunk-cache", given.chunkCache, 96, 33, 100_000),
        new NodeOptions(
            agent.more(given.agentOptions, HintReader::setByMode), given.jvm.read(texts)),
        texts.seconds("--code-warm-up", given.codeWarmUp, 45, 5, 600),
        texts.seconds("--warm-up", given.warmUp, 900, 5, 7_200),
        new CaptureTurns(
            texts.number("--overhead-pairs", given.overheadPairs, 6, 0, 100),
            texts.seconds("--overhead-phase", given.overheadPhase, 15, 5, 600)),
        texts.seconds("--before", given.before, 60, 10, 1_800),
        texts.seconds("--after", given.after, 240, 15, 7_200),
        given.outputs.read(texts, HintCommand.NAME));
  }

  private HintTraffic traffic() {
    Workload workload = NamedValues.of(texts, "--workload", given.workload, Workload.C, WORKLOADS);
    if (given.disjoint && workload == Workload.C) {
      texts.problem("--disjoint is set, but workload C updates nothing: use --workload B or R80");
    }
    return new HintTraffic(
        workload,
        DistributionName.of(texts, given.distribution, Distribution.UNIFORM),
        given.disjoint,
        texts.number("--rows", given.rows, 1_200_000, 1_000, 10_000_000),
        texts.number("--field-length", given.fieldLength, YcsbSchema.FIELD_LENGTH, 1, 10_000),
        texts.number("--in-flight", given.inFlight, 8, 1, 1_000));
  }

  private static List<String> setByMode(String key) {
    return FIXED.contains(key)
        ? List.of("the mode sets: use --modes with the percentage")
        : List.of();
  }
}
