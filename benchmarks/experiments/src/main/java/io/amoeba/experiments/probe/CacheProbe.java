package io.amoeba.experiments.probe;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import javax.management.JMException;

/** What a node is asked about its caches and its read hints. Confined to one thread. */
final class CacheProbe implements NodeWatch.Questions<CacheSample> {
  /** Asking costs the node something, too. */
  private static final Duration PERIOD = Duration.ofSeconds(1);

  private static final String CHUNKS =
      "org.apache.cassandra.metrics:type=Cache,scope=ChunkCache,name=";
  private static final String PROCESS = "java.lang:type=OperatingSystem";
  private static final String BEYOND_FRACTION = "not_sampled";

  /** Of Cassandra's threads that carry messages between nodes; no client's are on them. */
  private static final String MESSAGING = "Messaging-EventLoop";

  private final ThreadsCpu messaging = new ThreadsCpu(MESSAGING);

  private CacheProbe() {}

  static void watch(PrintWriter out) throws InterruptedException, JMException {
    NodeWatch.run(CacheSample.LINES, CacheProbe::new, PERIOD, out);
  }

  @Override
  public CacheSample ask(NodeBeans node, double atSeconds) throws JMException, IOException {
    long misses = node.number(CHUNKS + "Misses", "Count");
    Map<String, Long> hints = node.numbers(HotSetPull.BEAN, "Counters");
    Map<String, Long> dropped = node.numbers(HotSetPull.BEAN, "Dropped");
    long leftOut = count(dropped, BEYOND_FRACTION);
    return new CacheSample(
        atSeconds,
        node.number(CHUNKS + "Hits", "Count"),
        misses,
        node.number(PROCESS, "ProcessCpuTime"),
        node.number(HotSetPull.BEAN, "SenderCpuNanos"),
        messaging.nanos(node),
        count(hints, "captured"),
        count(hints, "deduplicated"),
        count(hints, "sent"),
        count(hints, "sent_bytes"),
        count(hints, "applied"),
        leftOut,
        dropped.values().stream().mapToLong(Long::longValue).sum() - leftOut);
  }

  private static long count(Map<String, Long> counters, String name) {
    return counters.getOrDefault(name, 0L);
  }
}
