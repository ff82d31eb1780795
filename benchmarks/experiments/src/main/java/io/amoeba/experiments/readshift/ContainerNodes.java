package io.amoeba.experiments.readshift;

import io.amoeba.containers.stack.Container;
import io.amoeba.experiments.Lab;
import io.amoeba.experiments.cassandra.CassandraOptions.NodeSizes;
import io.amoeba.experiments.cassandra.CassandraStack;
import io.amoeba.experiments.probe.NodeBeans;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Containers with limits of CPUs, memory and reads. Closing removes them. */
record ContainerNodes(CassandraStack stack, List<ShiftNode> nodes, double cpus)
    implements ShiftNodes {
  private static final int CQL_PORT = 9_042;
  private static final int JMX_PORT = 7_199;
  private static final String DATA = "/var/lib/cassandra/data";

  /** Of the memory, the rest is for buffers and the page cache. */
  private static final int HEAP_PART = 2;

  /**
   * The experiment asks the nodes from outside of their containers, whose network no other machine
   * reaches.
   */
  private static final String BEANS =
      "-Dcassandra.jmx.remote.port=%d -Dcom.sun.management.jmxremote.authenticate=false"
          .formatted(JMX_PORT);

  /** Starts them with all CPUs. */
  static ContainerNodes start(
      ShiftOptions options, List<ShiftAgent> agents, Consumer<String> progress) throws IOException {
    Lab lab = Lab.open(options.outputs(), progress);
    List<String> jvm = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", BEANS));
    jvm.add("-Dcassandra.settings.file_cache_enabled=true");
    jvm.add("-Dcassandra.settings.file_cache_size=" + ShiftAgent.CHUNK_CACHE);
    jvm.add(
        "-Dcassandra.settings.compaction_throughput=%dMiB/s"
            .formatted(options.compactionMebibytes()));
    agents.forEach(agent -> jvm.add(agent.inImage()));
    CassandraStack stack =
        CassandraStack.start(
            lab,
            new CassandraStack.Settings(
                COUNT,
                COUNT,
                String.join(" ", jvm),
                node -> "",
                new NodeSizes(
                    options.cpus(),
                    options.memoryMebibytes(),
                    options.memoryMebibytes() / HEAP_PART,
                    options.readsPerSecond())));
    ContainerNodes started = new ContainerNodes(stack, new ArrayList<>(), options.cpus());
    boolean connected = false;
    try {
      for (int number = 1; number <= COUNT; number++) {
        Container container = stack.node(number);
        String host = container.address();
        started.nodes.add(
            new ShiftNode(
                number,
                new InetSocketAddress(host, CQL_PORT),
                NodeBeans.connect(host, JMX_PORT),
                command -> container.exec("sh", "-c", command),
                DATA));
      }
      connected = true;
      return started;
    } finally {
      if (!connected) {
        started.close();
      }
    }
  }

  @Override
  public void limit() {
    stack.limitCpus(cpus);
  }

  @Override
  public void unlimit() {
    stack.limitCpus(Lab.cpus());
  }

  @Override
  public void close() {
    try {
      nodes.forEach(ShiftNode::close);
    } finally {
      stack.close();
    }
  }
}
