package io.amoeba.experiments.priority;

import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.experiments.Values;
import io.amoeba.experiments.probe.NodeBeans;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;

/**
 * A Cassandra node with the agent. Closing ends the connection to its MBeans. Confined to one
 * thread.
 *
 * @param pid of its process
 */
record MeasuredNode(NodeBeans beans, long pid) implements AutoCloseable {
  private static final String AGENT = "io.amoeba:type=RequestPriority";
  private static final String METRICS = "org.apache.cassandra.metrics:type=";
  private static final double NANOS_PER_MILLI = 1e6;

  /** The agent's counters are those of the low class, but for those that name another one. */
  private static final Map<String, String> COUNTERS =
      Map.of(
          "highRequests", "RequestPriority,scope=high,name=Completed",
          "lowRequests", "RequestPriority,scope=low,name=Completed",
          "held", "RequestPriority,scope=low,name=HeldTotal",
          "normalHeld", "RequestPriority,scope=normal,name=HeldTotal",
          "aged", "RequestPriority,scope=low,name=Aged",
          "shed", "RequestPriority,scope=low,name=Shed",
          "hookFailures", "RequestPriority,name=HookFailures",
          "lowThreadRequests", pool("transport", "Native-Transport-Requests-Low"),
          "readStageTasks", pool("request", "ReadStage"),
          "writeStageTasks", pool("request", "MutationStage"));

  private static String pool(String path, String name) {
    return "ThreadPools,path=%s,scope=%s,name=CompletedTasks".formatted(path, name);
  }

  /** Collectors of G1. */
  private static final List<String> COLLECTORS =
      List.of("G1 Young Generation", "G1 Old Generation");

  /** Connects to one that runs. */
  static MeasuredNode of(CassandraNode node) throws IOException {
    return new MeasuredNode(NodeBeans.connect(node.jmxPort()), node.process().pid());
  }

  /** Switches to a mode; takes effect within 10 ms. */
  void apply(PriorityMode mode) throws IOException, JMException {
    for (Map.Entry<String, Object> setting : mode.settings().entrySet()) {
      beans.set(AGENT, setting.getKey(), setting.getValue());
    }
    beans.set(PaperSemaphoreMXBean.NAME, "Threshold", mode.semaphore());
  }

  /** From now on each read of a data file takes at least this time. */
  void slowDisk(Duration latency) throws IOException, JMException {
    beans.set(
        DiskLatencyMXBean.NAME, "LatencyMicros", TimeUnit.NANOSECONDS.toMicros(latency.toNanos()));
  }

  /** What it has, by its own word: attributes of the agent that modes change. */
  Map<String, Object> settings() throws IOException, JMException {
    Map<String, Object> settings = new TreeMap<>();
    for (String attribute : PriorityMode.FULL.settings().keySet()) {
      settings.put(attribute, beans.attribute(AGENT, attribute).orElse(""));
    }
    settings.put("Semaphore", beans.attribute(PaperSemaphoreMXBean.NAME, "Threshold").orElse(""));
    return settings;
  }

  /** Counters since its start; milliseconds of CPU time and of garbage collection among them. */
  Values counters() throws IOException, JMException {
    Map<String, Double> counters = new LinkedHashMap<>();
    for (Map.Entry<String, String> counter : COUNTERS.entrySet()) {
      counters.put(counter.getKey(), (double) beans.number(METRICS + counter.getValue(), "Value"));
    }
    counters.put("semaphoreWaits", (double) beans.number(PaperSemaphoreMXBean.NAME, "Waited"));
    counters.put("diskReads", (double) beans.number(DiskLatencyMXBean.NAME, "Reads"));
    double collected = 0;
    for (String collector : COLLECTORS) {
      collected +=
          beans.number("java.lang:type=GarbageCollector,name=" + collector, "CollectionTime");
    }
    counters.put("gcMillis", collected);
    counters.put("cpuMillis", cpuMillis());
    return new Values(counters);
  }

  private double cpuMillis() {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().totalCpuDuration())
        .map(Duration::toNanos)
        .map(nanos -> nanos / NANOS_PER_MILLI)
        .orElse(Double.NaN);
  }

  /** The limits in force, and for how long the oldest held request has been so. Costs it little. */
  Values gate() throws IOException, JMException {
    return new Values(
        Map.of(
            "lowLimit",
            figure("name=LowLimit"),
            "normalLimit",
            figure("name=NormalLimit"),
            "oldestHeldMillis",
            Math.max(
                figure("scope=low,name=OldestHeldMillis"),
                figure("scope=normal,name=OldestHeldMillis"))));
  }

  /** Means of such limits, and the longest time; NONE of none. */
  static Values meanGate(List<Values> gates) {
    return gates.isEmpty()
        ? Values.NONE
        : new Values(
            Map.of(
                "lowLimit",
                mean(gates, "lowLimit"),
                "normalLimit",
                mean(gates, "normalLimit"),
                "oldestHeldMillis",
                gates.stream().mapToDouble(gate -> gate.get("oldestHeldMillis")).max().orElse(0)));
  }

  private static double mean(List<Values> gates, String figure) {
    return gates.stream().mapToDouble(gate -> gate.get(figure)).average().orElse(Double.NaN);
  }

  private double figure(String name) throws IOException, JMException {
    return beans.number(METRICS + "RequestPriority," + name, "Value");
  }

  /** Low threads with a raised nice value. */
  long niceThreads() throws IOException, JMException {
    return (long) figure("name=NiceThreads");
  }

  @Override
  public void close() throws IOException {
    beans.close();
  }
}
