package io.amoeba.experiments.hints;

import static java.util.stream.Collectors.joining;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How the caches of nodes that serve no reads are kept warm. Immutable.
 *
 * @param name as on the command line: {@code stock}, {@code 33}, {@code pull}
 * @param applyPercent of the read hints that arrive
 */
public record HintMode(String name, int applyPercent) {
  /** Not at all, without the agent. */
  public static final HintMode STOCK = new HintMode("stock", 0);

  /** By the hot set of the peers, pulled just before the reads move. */
  public static final HintMode PULL = new HintMode("pull", 0);

  /** The fractions of the paper's table 1, between its baselines. */
  public static final List<HintMode> ALL_OF_THE_PAPER =
      List.of(STOCK, fraction(10), fraction(20), fraction(33), fraction(50), fraction(100), PULL);

  /** The agent's jar in the folder {@code lib} of Cassandra. */
  public static final String AGENT_JAR = "read-hints-agent.jar";

  /** Between two batches of the failover target: the other interval of the paper. */
  private static final int TARGET_INTERVAL_MILLIS = 1_000;

  private static final Pattern PERCENT = Pattern.compile("[1-9]\\d?|100");

  /** By a fraction of the read hints, 1 to 100 percent, while they arrive. */
  public static HintMode fraction(int applyPercent) {
    return new HintMode(String.valueOf(applyPercent), applyPercent);
  }

  public static Optional<HintMode> of(String name) {
    return PERCENT.matcher(name).matches()
        ? Optional.of(fraction(Integer.parseInt(name)))
        : List.of(STOCK, PULL).stream().filter(mode -> mode.name.equals(name)).findFirst();
  }

  /** Whether it needs the agent, and the serving node captures reads. */
  public boolean needsAgent() {
    return !equals(STOCK);
  }

  boolean pulls() {
    return equals(PULL);
  }

  /**
   * The javaagent of a node.
   *
   * @param target whether reads move to the node
   * @param given options that override those of the mode
   */
  String agent(boolean target, String given) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("apply-percent", String.valueOf(applyPercent));
    // The mode sets the fraction, whatever the load is.
    options.put("load-shedding", "off");
    if (target) {
      options.put("interval", TARGET_INTERVAL_MILLIS + "ms");
    } else {
      // Deduplication is measured for intervals of one length.
      options.put("min-batch-size", "0");
    }
    if (!given.isEmpty()) {
      for (String option : given.split(",", -1)) {
        int equals = option.indexOf('=');
        options.put(option.substring(0, equals), option.substring(equals + 1));
      }
    }
    return options.entrySet().stream()
        .map(String::valueOf)
        .collect(joining(",", "-javaagent:/opt/cassandra/lib/" + AGENT_JAR + "=", ""));
  }

  @Override
  public String toString() {
    return name;
  }
}
