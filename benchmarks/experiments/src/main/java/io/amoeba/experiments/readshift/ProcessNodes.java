package io.amoeba.experiments.readshift;

import io.amoeba.embedded.cassandra.CassandraCluster;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import io.amoeba.experiments.probe.NodeBeans;
import io.amoeba.linearroad.servers.FleetOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Processes of this machine, which share its CPUs and disk. Closing ends them. */
record ProcessNodes(CassandraCluster cluster, List<ShiftNode> nodes) implements ShiftNodes {
  private static final int HEAP_MEGABYTES = 512;

  /** Starts them. */
  static ProcessNodes start(ShiftOptions options, List<ShiftAgent> agents) throws IOException {
    StartOptions start =
        StartOptions.NONE
            .withYaml("file_cache_enabled", true)
            .withYaml("file_cache_size", ShiftAgent.CHUNK_CACHE)
            .withYaml("compaction_throughput", options.compactionMebibytes() + "MiB/s");
    for (ShiftAgent agent : agents) {
      start = start.withAgent(agent.jar(options.distribution()), agent.options());
    }
    CassandraCluster cluster =
        CassandraCluster.start(
            CassandraSettings.defaults()
                .withHeapMegabytes(HEAP_MEGABYTES)
                .withRacks(COUNT)
                .withOptions(start),
            COUNT,
            FleetOptions.TEMPORARY_FOLDER);
    ProcessNodes started = new ProcessNodes(cluster, new ArrayList<>());
    boolean connected = false;
    try {
      for (CassandraNode node : cluster.nodes()) {
        Path data = node.dataFolders().get(0);
        started.nodes.add(
            new ShiftNode(
                node.number(),
                node.cqlAddress(),
                NodeBeans.connect(node.jmxPort()),
                ProcessNodes::shell,
                data.toAbsolutePath().toString()));
      }
      connected = true;
      return started;
    } finally {
      if (!connected) {
        started.close();
      }
    }
  }

  private static String shell(String command) {
    try {
      Process process = new ProcessBuilder("sh", "-c", command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException("%s failed: %s".formatted(command, output));
      }
      return output;
    } catch (IOException e) {
      throw new IllegalStateException("%s cannot be started: %s".formatted(command, e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The experiment was interrupted", e);
    }
  }

  @Override
  public void limit() {
    // Nothing but containers limits processes.
  }

  @Override
  public void unlimit() {
    // Nothing but containers limits processes.
  }

  @Override
  public void close() {
    try {
      nodes.forEach(ShiftNode::close);
    } finally {
      cluster.close();
    }
  }
}
