package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.experiments.join.JoinMode;
import io.amoeba.experiments.join.JoinOptions;
import io.amoeba.experiments.ycsb.Consistency;
import io.amoeba.experiments.ycsb.Workload;
import java.nio.file.Path;
import java.util.List;

/** Turns options into checked ones; what is wrong goes to a list. Confined to one thread. */
final class JoinReader {
  private static final List<JoinMode> MODES = List.of(JoinMode.STOCK, JoinMode.INCREMENTAL);
  private static final List<Workload> WORKLOADS = List.of(Workload.A, Workload.B);
  private static final List<Consistency> LEVELS = List.of(Consistency.QUORUM, Consistency.ALL);
  private static final double CPUS = 0.25;
  private static final double LEAST_CPUS = 0.1;

  /**
   * New paths through Cassandra, such as writes for a joining node, are compiled anew. With a
   * quarter of a processor that takes minutes of all nodes; on a server nobody notices.
   */
  private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

  /** For a stock join of three minutes: 1.6 million took two, with 0.25 processors per node. */
  private static final int ROWS = 2_600_000;

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
    return new JoinOptions(
        modes,
        texts.number("--repeats", given.repeats, 1, 1, 50),
        NamedValues.of(texts, "--workload", given.workload, Workload.B, WORKLOADS),
        NamedValues.of(texts, "--consistency", given.consistency, Consistency.QUORUM, LEVELS),
        texts.number("--rows", given.rows, ROWS, 1_000, 10_000_000),
        texts.number("--in-flight", given.inFlight, 16, 1, 1_000),
        texts.decimal("--cpus-per-node", given.cpusPerNode, CPUS, LEAST_CPUS, processors),
        streamRate(modes),
        agent.more(given.agentOptions),
        jvmOptions(),
        texts.seconds("--warm-up", given.warmUp, 45, 5, 600),
        texts.seconds("--before", given.before, 60, 10, 600),
        texts.seconds("--after", given.after, 300, 30, 1_800),
        given.outputs.read(texts, JoinCommand.NAME));
  }

  private String jvmOptions() {
    String options = given.jvmOptions == null ? FIRST_COMPILER : given.jvmOptions.strip();
    for (String word : options.split("\\s+", -1)) {
      if (!options.isEmpty() && !word.startsWith("-")) {
        texts.problem(
            "--jvm-options has '%s': options of a JVM begin with '-', with spaces between them"
                .formatted(word));
      }
    }
    return options;
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
