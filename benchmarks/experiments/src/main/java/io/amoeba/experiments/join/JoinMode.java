package io.amoeba.experiments.join;

import io.amoeba.coordinator.cli.Listed;
import io.amoeba.experiments.cassandra.CassandraStack;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How the node joins. */
public enum JoinMode {
  /** As Cassandra does it: from all nodes at once, served when everything is there. */
  STOCK(""),
  /** As stock, with senders so slow that the joining node receives no faster than incrementally. */
  STOCK_THROTTLED(""),
  /** From one node at a time, all in one step, served when everything is there. */
  SEQUENTIAL_ONLY(JoinMode.AGENT + ",tokens-per-step=" + TokenPlan.TOKENS_PER_NODE),
  /** From one node at a time, each step served when it is there. */
  INCREMENTAL(JoinMode.AGENT),
  /** From all nodes at once, each step served when it is there: subgroups of the dissertation. */
  INCREMENTAL_GROUPED(JoinMode.AGENT + ",group-size=" + CassandraStack.MOST_MEMBERS),
  /** From all nodes, each as fast as its clients hardly feel it. */
  PACE_CLIENTS(JoinMode.AGENT + ",pace=clients"),
  /** From all nodes, as fast as they can. */
  PACE_TIME(JoinMode.AGENT + ",pace=time");

  /** The agent's jar in the folder {@code lib} of Cassandra. */
  public static final String AGENT_JAR = "cassandra-incremental-streaming.jar";

  /** It must not fall back to a stock join unnoticed. */
  private static final String AGENT =
      "-javaagent:/opt/cassandra/lib/" + AGENT_JAR + "=on-ineligible=fail";

  private final String jvmOptions;

  JoinMode(String jvmOptions) {
    this.jvmOptions = jvmOptions;
  }

  /**
   * Options of every node's JVM.
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

  public boolean needsAgent() {
    return !jvmOptions.isEmpty();
  }

  /** As on the command line: {@code stock-throttled}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Reads option {@code --pace}. Immutable. */
  static final class Paces extends Listed.Converter<JoinMode> {
    private static final String PREFIX = "pace-";

    Paces() {
      super("clients, time");
    }

    @Override
    protected Optional<JoinMode> of(String name) {
      return List.of(PACE_CLIENTS, PACE_TIME).stream()
          .filter(mode -> mode.toString().equals(PREFIX + name))
          .findFirst();
    }
  }

  /** Reads option {@code --modes}. */
  static final class Names extends Listed.Names<JoinMode> {
    Names() {
      super(List.of(values()));
    }
  }
}
