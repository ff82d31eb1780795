package io.amoeba.experiments.hints;

import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.containers.stack.BlockDevice;
import io.amoeba.containers.stack.Container;
import io.amoeba.containers.stack.Limits;
import io.amoeba.experiments.cassandra.CassandraSettings;
import io.amoeba.experiments.cassandra.CassandraStack;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Three nodes with small caches and slow disks, that read without help of others. Closing removes
 * it. Immutable.
 */
record HintStack(CassandraStack nodes) implements AutoCloseable {
  /** Serves all reads first. */
  static final int SERVING = 1;

  /** Serves all reads after they have moved. */
  static final int TAKING_OVER = 2;

  /** Between two batches of the node that takes over: the other interval of the paper. */
  static final int LONG_INTERVAL_MILLIS = 1_000;

  /** Drops the page cache of a file; of the pages that are not written back, too. */
  private static final String EVICT =
      "find /var/lib/cassandra/data/ycsb -type f -exec sync '{}' ';'"
          + " -exec dd 'if={}' iflag=nocache count=0 status=none ';'";

  /** Starts the nodes and waits until they serve. */
  static HintStack start(
      Engine engine,
      Images images,
      HintMode mode,
      HintOptions options,
      double cpus,
      Consumer<String> progress) {
    Path data = Path.of(engine.docker("info", "--format", "{{.DockerRootDir}}").strip());
    NodeSizes sizes = options.sizes();
    Map<Integer, String> agents = new HashMap<>();
    for (int node = 1; mode.needsAgent() && node <= CassandraStack.NODES; node++) {
      agents.put(node, agent(mode, node, options.agentOptions()));
    }
    return new HintStack(
        CassandraStack.start(
            engine,
            images,
            new CassandraSettings(
                jvmOptions(sizes),
                agents,
                new Limits(
                    cpus,
                    sizes.memoryMebibytes(),
                    new Limits.Reads(BlockDevice.of(data), sizes.readsPerSecond())),
                Map.of("CASSANDRA_HEAP", NodeSizes.HEAP_MEBIBYTES + "M")),
            progress));
  }

  private static String jvmOptions(NodeSizes sizes) {
    return String.join(
        " ",
        "-Dcassandra.ring_delay_ms=10000",
        "-Dcassandra.config.allow_system_properties=true",
        "-Dcassandra.settings.file_cache_enabled=true",
        "-Dcassandra.settings.file_cache_size=" + sizes.chunkCacheMebibytes() + "MiB",
        // A miss reads one chunk, not the pages around it, too.
        "-Dcassandra.settings.disk_access_mode=standard",
        // The node that is asked reads by itself, however slow it is.
        "-Dcassandra.settings.dynamic_snitch=false");
  }

  /** The javaagent of a node. What is given overrides what is set here. */
  static String agent(HintMode mode, int node, String given) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("apply-percent", String.valueOf(mode.applyPercent()));
    // The fraction is the mode's, whatever the load is.
    options.put("automatic-strain", "off");
    if (node == TAKING_OVER) {
      options.put("interval-millis", String.valueOf(LONG_INTERVAL_MILLIS));
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

  /** Drops what the page cache of a node has of the rows. */
  void evict(int node) {
    nodes.node(node).exec("sh", "-c", EVICT);
  }

  /** Begins to watch a node's caches. */
  Container watch(int node) {
    return nodes.run("watch-" + node, List.of());
  }

  /** Begins to pull a hot set. */
  Container pull(int node) {
    return nodes.run("watch-" + node, List.of("bench", "pull-hot-set"));
  }

  @Override
  public void close() {
    nodes.close();
  }
}
