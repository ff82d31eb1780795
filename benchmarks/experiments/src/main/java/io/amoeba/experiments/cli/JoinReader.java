package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.experiments.cassandra.CassandraStack;
import io.amoeba.experiments.cassandra.NodeOptions;
import io.amoeba.experiments.cassandra.NodeSizes;
import io.amoeba.experiments.join.JoinMode;
import io.amoeba.experiments.join.JoinOptions;
import io.amoeba.experiments.join.JoinTraffic;
import io.amoeba.experiments.ycsb.Consistency;
import io.amoeba.experiments.ycsb.Workload;
import io.amoeba.experiments.ycsb.YcsbSchema;
import java.nio.file.Path;
import java.util.List;

/** Turns options into checked ones; what is wrong goes to a list. Confined to one thread. */
final class JoinReader {
  private static final List<JoinMode> MODES = List.of(JoinMode.STOCK, JoinMode.INCREMENTAL);
  private static final List<Workload> WORKLOADS = List.of(Workload.A, Workload.B);
  private static final List<Consistency> LEVELS = List.of(Consistency.QUORUM, Consistency.ALL);
  private static final double LEAST_CPUS = 0.1;
  private static final int HEAP_MEBIBYTES = 700;

  /** With 250 reads per second, by calculation about twice what nodes then need. */
  private static final double CPUS = 0.4;

  /** By calculation 300 of them are page cache: a ninth of what a node then has on its disk. */
  private static final int MEMORY_MEBIBYTES = 1_300;

  /** The random reads of the dissertation's disks. */
  private static final int READS_PER_SECOND = 250;

  private static final int LEAST_READS_PER_SECOND = 10;

  /** For caches that are filled by so few reads. */
  private static final int WARM_UP_SECONDS = 180;

  private static final int WARM_UP_SECONDS_WITHOUT_LIMIT = 45;

  /** For throughput under the limit of processors, which changes ten minutes after the start. */
  private static final int SETTLE_SECONDS = 600;

  /** For a stock join of about three minutes, by calculation. */
  private static final int ROWS = 2_600_000;

  /**
   * With fewer, nodes that have the processors in turns often have nothing to do in theirs, because
   * what they need is with a node whose turn is over: throughput then depends on whose turns happen
   * to be at the same time.
   */
  private static final int IN_FLIGHT = 64;

  /** As many as size-tiered compaction leaves alone. */
  private static final int SSTABLES = 3;

  private final JoinArguments given;
  private final OptionTexts texts;
  private final int processors;
  private final Path distribution;

  /**
   * Prepares it.
   *
   * @param distribution the folder that holds what is put into images
   */
  JoinReader(JoinArguments given, OptionTexts texts, int processors, Path distribution) {
    this.given = given;
    this.texts = texts;
    this.processors = processors;
    this.distribution = distribution;
  }

  /** The options; to be used only if there are no problems. */
  JoinOptions read() {
    List<JoinMode> modes =
        ModeNames.read(
            texts, given.modes, MODES, JoinMode::of, String.join(", ", JoinMode.names()));
    CassandraAgentOptions agent =
        new CassandraAgentOptions(
            texts, modes.stream().filter(JoinMode::needsAgent).map(JoinMode::toString).toList());
    agent.requireJar(distribution, JoinMode.AGENT_JAR);
    NodeSizes sizes = sizes();
    return new JoinOptions(
        modes,
        texts.number("--repeats", given.repeats, 1, 1, 50),
        texts.number(
            "--members",
            given.members,
            CassandraStack.REPLICAS,
            CassandraStack.REPLICAS,
            CassandraStack.MOST_MEMBERS),
        traffic(),
        sizes,
        streamRate(modes),
        new NodeOptions(
            agent.more(given.agentOptions, key -> setBy(modes, key)), given.jvm.read(texts)),
        texts.seconds(
            "--warm-up",
            given.warmUp,
            sizes.limitsReads() ? WARM_UP_SECONDS : WARM_UP_SECONDS_WITHOUT_LIMIT,
            5,
            1_800),
        texts.seconds("--settle", given.settle, SETTLE_SECONDS, 0, 1_800),
        texts.seconds("--before", given.before, 60, 10, 600),
        texts.seconds("--after", given.after, 300, 30, 1_800),
        given.outputs.read(texts, JoinCommand.NAME));
  }

  /** The agent refuses to start with an option that is there twice. */
  private static List<String> setBy(List<JoinMode> modes, String key) {
    return modes.stream()
        .filter(mode -> mode.sets(key))
        .map("mode %s sets: leave one of them out"::formatted)
        .toList();
  }

  private JoinTraffic traffic() {
    return new JoinTraffic(
        NamedValues.of(texts, "--workload", given.workload, Workload.B, WORKLOADS),
        NamedValues.of(texts, "--consistency", given.consistency, Consistency.QUORUM, LEVELS),
        texts.number("--rows", given.rows, ROWS, 1_000, 10_000_000),
        texts.number("--field-length", given.fieldLength, YcsbSchema.FIELD_LENGTH, 1, 10_000),
        texts.number("--sstables", given.sstables, SSTABLES, 1, 32),
        texts.number("--in-flight", given.inFlight, IN_FLIGHT, 1, 1_000));
  }

  private NodeSizes sizes() {
    return new NodeSizes(
        texts.decimal("--cpus-per-node", given.cpusPerNode, CPUS, LEAST_CPUS, processors),
        texts.number("--memory", given.memory, MEMORY_MEBIBYTES, 1_100, 100_000),
        HEAP_MEBIBYTES,
        readsPerSecond());
  }

  private int readsPerSecond() {
    int reads = texts.number("--read-iops", given.readIops, READS_PER_SECOND, 0, 1_000_000);
    if (reads != NodeSizes.UNLIMITED && reads < LEAST_READS_PER_SECOND) {
      texts.problem(
          "--read-iops is '%d': use %d (no limit), or %d at least"
              .formatted(reads, NodeSizes.UNLIMITED, LEAST_READS_PER_SECOND));
    }
    return reads;
  }

  private double streamRate(List<JoinMode> modes) {
    double rate = texts.decimal("--stream-rate", given.streamRate, 0, 0, 1_000);
    int throttled = modes.indexOf(JoinMode.STOCK_THROTTLED);
    int incremental = modes.indexOf(JoinMode.INCREMENTAL);
    if (rate == 0 && throttled >= 0 && (incremental < 0 || incremental > throttled)) {
      texts.problem(
          "--modes has stock-throttled without incremental before it, whose rate it takes: put"
              + " incremental before it, or set --stream-rate");
    }
    return rate;
  }
}
