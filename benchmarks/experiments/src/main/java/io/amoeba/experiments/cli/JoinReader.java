package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.experiments.join.JoinMode;
import io.amoeba.experiments.join.JoinOptions;
import io.amoeba.experiments.ycsb.Consistency;
import io.amoeba.experiments.ycsb.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns options into checked ones; what is wrong goes to a list. Confined to one thread. */
final class JoinReader {
  private static final List<JoinMode> MODES = List.of(JoinMode.STOCK, JoinMode.INCREMENTAL);
  private static final double CPUS = 0.25;
  private static final double LEAST_CPUS = 0.1;

  private static final Pattern AGENT_OPTIONS =
      Pattern.compile("[a-z-]+=[\\w.-]+(,[a-z-]+=[\\w.-]+)*");

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
    List<JoinMode> modes = modes();
    return new JoinOptions(
        modes,
        texts.number("--repeats", given.repeats, 1, 1, 50),
        NamedValues.of(texts, "--workload", given.workload, Workload.B),
        NamedValues.of(texts, "--consistency", given.consistency, Consistency.QUORUM),
        texts.number("--rows", given.rows, ROWS, 1_000, 10_000_000),
        texts.number("--in-flight", given.inFlight, 16, 1, 1_000),
        texts.decimal("--cpus-per-node", given.cpusPerNode, CPUS, LEAST_CPUS, processors),
        streamRate(modes),
        agentOptions(modes),
        time("--warm-up", given.warmUp, 45, 5, 600),
        time("--before", given.before, 60, 10, 600),
        time("--after", given.after, 300, 30, 1_800),
        given.outputs.read(texts, JoinCommand.NAME));
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

  private String agentOptions(List<JoinMode> modes) {
    String text = given.agentOptions == null ? "" : given.agentOptions.strip();
    if (!text.isEmpty() && !AGENT_OPTIONS.matcher(text).matches()) {
      texts.problem(
          "--agent-options is '%s': use KEY=VALUE,KEY=VALUE as after -javaagent".formatted(text));
    } else if (!text.isEmpty() && modes.stream().noneMatch(JoinMode::needsAgent)) {
      texts.problem("--agent-options is set, but no mode of --modes has the agent");
    }
    return text;
  }

  private Duration time(String option, @Nullable String text, int absent, int least, int greatest) {
    return texts.duration(
        option,
        text,
        Duration.ofSeconds(absent),
        Duration.ofSeconds(least),
        Duration.ofSeconds(greatest));
  }

  private List<JoinMode> modes() {
    List<JoinMode> modes = new ArrayList<>();
    if (given.modes == null) {
      modes.addAll(MODES);
    } else {
      for (String name : given.modes.split(",", -1)) {
        Optional<JoinMode> mode = JoinMode.of(name.strip());
        if (mode.isEmpty()) {
          texts.problem(
              "--modes has '%s': use some of %s"
                  .formatted(name, String.join(", ", JoinMode.names())));
        } else if (modes.contains(mode.get())) {
          texts.problem("--modes has '%s' twice: use --repeats".formatted(name));
        }
        mode.ifPresent(modes::add);
      }
    }
    checkAgent(modes);
    return modes;
  }

  private void checkAgent(List<JoinMode> modes) {
    List<String> needing =
        modes.stream().filter(JoinMode::needsAgent).map(JoinMode::toString).toList();
    Path agent = distribution.resolve("cassandra-lib").resolve(JoinMode.AGENT_JAR);
    if (!needing.isEmpty() && !Files.isRegularFile(agent)) {
      texts.problem(
          "--modes has %s, but there is no %s: build it, or use --modes stock"
              .formatted(String.join(" and ", needing), agent));
    }
  }
}
