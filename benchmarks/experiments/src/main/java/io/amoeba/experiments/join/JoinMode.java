package io.amoeba.experiments.join;

import io.amoeba.experiments.cassandra.CassandraStack;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How the node joins. */
public enum JoinMode {
  /** As Cassandra does it: from all nodes at once, served when everything is there. */
  STOCK(""),
  /** As stock, with senders so slow that the joiner receives no faster than incrementally. */
  STOCK_THROTTLED(""),
  /** From one node after the other, all in one step, served when everything is there. */
  SEQUENTIAL_ONLY(JoinMode.AGENT + ",tokens-per-step=" + TokenPlan.TOKENS_PER_NODE),
  /** From one node after the other, each step served when it is there. */
  INCREMENTAL(JoinMode.AGENT),
  /** From all nodes at once, each step served when it is there: subgroups of the dissertation. */
  INCREMENTAL_GROUPED(JoinMode.AGENT + ",group-size=" + CassandraStack.MOST_MEMBERS);

  /** The agent's jar in the folder {@code lib} of Cassandra. */
  public static final String AGENT_JAR = "cassandra-incremental-streaming.jar";

  /** It must not go over to a stock join unseen. */
  private static final String AGENT =
      "-javaagent:/opt/cassandra/lib/" + AGENT_JAR + "=on-ineligible=fail";

  private final String jvmOptions;

  JoinMode(String jvmOptions) {
    this.jvmOptions = jvmOptions;
  }

  /**
   * What every node's JVM is told.
   *
   * @param agentOptions more options, for modes with the agent
   */
  String jvmOptions(String agentOptions) {
    return needsAgent() && !agentOptions.isEmpty() ? jvmOptions + "," + agentOptions : jvmOptions;
  }

  /**
   * Whether it gives the agent a value of its own for this option.
   *
   * @param key such as {@code group-size}
   */
  public boolean sets(String key) {
    return jvmOptions.contains("=" + key + "=") || jvmOptions.contains("," + key + "=");
  }

  /** Whether it needs the agent. */
  public boolean needsAgent() {
    return !jvmOptions.isEmpty();
  }

  /** As on the command line: {@code stock-throttled}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The mode of this name, if there is one. */
  public static Optional<JoinMode> of(String name) {
    return Arrays.stream(values()).filter(mode -> mode.toString().equals(name)).findFirst();
  }

  /** All names. */
  public static List<String> names() {
    return Arrays.stream(values()).map(JoinMode::toString).toList();
  }
}
