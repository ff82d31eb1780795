package io.amoeba.experiments.hints;

import io.amoeba.experiments.cassandra.CassandraSettings;
import io.amoeba.experiments.cassandra.CassandraStack;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How three nodes with small caches and slow disks are started, that read without help of others.
 * Stateless.
 */
final class HintNodes {
  /** Each is a replica of everything. */
  static final int NODES = CassandraStack.REPLICAS;

  /** Serves all reads first. */
  static final int SERVING = 1;

  /** Serves all reads after they have moved. */
  static final int TAKING_OVER = 2;

  /** Between two batches of the node that takes over: the other interval of the paper. */
  static final int LONG_INTERVAL_MILLIS = 1_000;

  /** Between two batches of the others: the agent's default. */
  static final int SHORT_INTERVAL_MILLIS = 90;

  private HintNodes() {}

  /** The settings of a mode. */
  static CassandraSettings settings(HintMode mode, HintOptions options) {
    String given = options.nodes().nodeOptions().agent();
    return new CassandraSettings(
        NODES,
        jvmOptions(options),
        node -> mode.needsAgent() && node <= NODES ? agent(mode, node, given) : "",
        options.nodes().sizes());
  }

  private static String jvmOptions(HintOptions options) {
    return String.join(
            " ",
            options.nodes().nodeOptions().jvm(),
            "-Dcassandra.ring_delay_ms=10000",
            "-Dcassandra.settings.file_cache_enabled=true",
            "-Dcassandra.settings.file_cache_size=" + options.chunkCacheMebibytes() + "MiB",
            // The node that is asked reads by itself, however slow it is.
            "-Dcassandra.settings.dynamic_snitch=false")
        .strip();
  }

  /** The javaagent of a node. What is given overrides what is set here. */
  static String agent(HintMode mode, int node, String given) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("apply-percent", String.valueOf(mode.applyPercent()));
    // The fraction is the mode's, whatever the load is.
    options.put("load-shedding", "off");
    if (node == TAKING_OVER) {
      options.put("interval", LONG_INTERVAL_MILLIS + "ms");
    } else {
      // What summarising saves is measured for intervals of one length.
      options.put("min-batch-size", "0");
    }
    if (!given.isEmpty()) {
      for (String option : given.split(",", -1)) {
        int equals = option.indexOf('=');
        options.put(option.substring(0, equals), option.substring(equals + 1));
      }
    }
    return "-javaagent:/opt/cassandra/lib/"
        + HintMode.AGENT_JAR
        + "="
        + options.entrySet().stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
