package io.amoeba.experiments.priority;

import com.sun.management.OperatingSystemMXBean;
import io.amoeba.embedded.cassandra.CassandraCluster;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import io.amoeba.embedded.process.JavaCommand;
import io.amoeba.experiments.Values;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import net.bytebuddy.agent.builder.AgentBuilder;

/**
 * Cassandra nodes with the agent, as processes, each with all rows. Closing ends them. Confined to
 * one thread.
 */
record MeasuredCluster(CassandraCluster cluster, List<MeasuredNode> nodes)
    implements AutoCloseable {
  private static final int MOST_HEAP_MEGABYTES = 8_192;
  private static final int LEAST_HEAP_MEGABYTES = 1_024;
  private static final String REQUEST_TIMEOUT = "30s";
  private static final Duration START = Duration.ofMinutes(4);

  /**
   * Starts them, one after the other, with empty data folders.
   *
   * @param folder of their files, which are deleted when it is closed
   */
  static MeasuredCluster start(PriorityOptions options, CpuSplit cpus, Path folder)
      throws IOException {
    StartOptions start = startOptions(options);
    CassandraCluster cluster =
        CassandraCluster.start(
            CassandraSettings.defaults()
                .withHeapMegabytes(heapMegabytes(options.nodes()))
                .withOptions(start.withPrefix(cpus.prefix(1))),
            1,
            folder);
    boolean opened = false;
    try {
      for (int node = 2; node <= options.nodes(); node++) {
        cluster.launch(node, start.withPrefix(cpus.prefix(node))).awaitNormal(START);
      }
      List<MeasuredNode> nodes = new ArrayList<>();
      for (CassandraNode node : cluster.nodes()) {
        node.awaitLive(START, cluster.nodes());
        nodes.add(MeasuredNode.of(node));
      }
      opened = true;
      return new MeasuredCluster(cluster, List.copyOf(nodes));
    } finally {
      if (!opened) {
        cluster.close();
      }
    }
  }

  /**
   * With Cassandra's defaults, which servers in tests have not; but a request that takes long is an
   * answer of that latency, and no error.
   */
  private static StartOptions startOptions(PriorityOptions options) {
    StartOptions start =
        StartOptions.NONE
            .withAgent(options.agent(), "nice=" + options.nice())
            .withExtraJars(List.of(JavaCommand.entry(PaperSemaphore.class)))
            .withJvmArguments("-XX:TieredStopAtLevel=4", "-XX:-UseSerialGC")
            // As conf/jvm17-server.options has it.
            .withJvmArguments(
                "-XX:+UseG1GC", "-XX:G1HeapRegionSize=16m", "-XX:MaxGCPauseMillis=300")
            .withJvmArguments(
                "-XX:G1RSetUpdatingPauseTimePercent=5", "-XX:InitiatingHeapOccupancyPercent=70")
            .withYaml("read_request_timeout", REQUEST_TIMEOUT)
            .withYaml("write_request_timeout", REQUEST_TIMEOUT)
            .withYaml("native_transport_timeout", REQUEST_TIMEOUT)
            .withYaml("native_transport_max_threads", options.threads(128))
            .withYaml("concurrent_reads", options.threads(32))
            .withYaml("concurrent_writes", options.threads(32))
            .withYaml("memtable_heap_space", "256MiB")
            .withYaml("memtable_offheap_space", "256MiB")
            .withYaml("commitlog_segment_size", "32MiB")
            .withYaml("commitlog_total_space", "1024MiB");
    return options.hasSlowDisks() ? withDiskLatency(start) : start;
  }

  /** Neither a cache nor a mapped file answers a read. */
  private static StartOptions withDiskLatency(StartOptions start) {
    return start
        .withAgent(JavaCommand.entry(DiskLatency.class), "")
        .withExtraJars(List.of(JavaCommand.entry(AgentBuilder.class)))
        .withYaml("disk_access_mode", "standard")
        .withYaml("file_cache_enabled", false)
        .withYaml("row_cache_size", "0MiB");
  }

  /**
   * As {@code cassandra-env.sh} has it, of a node's part of the memory. With a small heap,
   * collections of garbage are all that is to be seen of the highest percentiles.
   */
  private static int heapMegabytes(int nodes) {
    long memory =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    long quarter = memory / nodes / 4 >> 20;
    return (int) Math.max(LEAST_HEAP_MEGABYTES, Math.min(MOST_HEAP_MEGABYTES, quarter));
  }

  List<InetSocketAddress> addresses() {
    return cluster.nodes().stream().map(CassandraNode::cqlAddress).toList();
  }

  /** Switches all nodes to a mode; takes effect within 10 ms. */
  void apply(PriorityMode mode) throws IOException, JMException {
    for (MeasuredNode node : nodes) {
      node.apply(mode);
    }
  }

  /** Moves all rows to disk; from now on each read of a data file takes at least this time. */
  void slowDisks(Duration latency) throws IOException, JMException {
    for (CassandraNode node : cluster.nodes()) {
      node.jmx().flush(LoadClient.KEYSPACE);
    }
    for (MeasuredNode node : nodes) {
      node.slowDisk(latency);
    }
  }

  /** Of the first node, by its own word. */
  Map<String, Object> settings() throws IOException, JMException {
    return nodes.get(0).settings();
  }

  /** Sums of the counters of all nodes: {@link MeasuredNode#counters}. */
  Values counters() throws IOException, JMException {
    Map<String, Double> sums = new LinkedHashMap<>();
    for (MeasuredNode node : nodes) {
      node.counters().all().forEach((name, number) -> sums.merge(name, number, Double::sum));
    }
    return new Values(sums);
  }

  /** The mean limits of all nodes, and for how long the oldest held request has been so. */
  Values gate() throws IOException, JMException {
    List<Values> gates = new ArrayList<>();
    for (MeasuredNode node : nodes) {
      gates.add(node.gate());
    }
    return MeasuredNode.meanGate(gates);
  }

  /** Low threads with a raised nice value. */
  long niceThreads() throws IOException, JMException {
    long threads = 0;
    for (MeasuredNode node : nodes) {
      threads += node.niceThreads();
    }
    return threads;
  }

  @Override
  public void close() throws IOException {
    try (cluster) {
      for (MeasuredNode node : nodes) {
        node.close();
      }
    }
  }
}
