package io.amoeba.experiments.probe;

import io.amoeba.experiments.JsonLines;
import io.amoeba.experiments.Values;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import javax.management.JMException;

/**
 * Samples a node's counters of its chunk cache, its CPU time and its read hints, by these names:
 *
 * <ul>
 *   <li>{@code chunkHits}, {@code chunkMisses}: the page cache may still have what the chunk cache
 *       misses
 *   <li>{@code cpuNanos} of the process; {@code senderCpuNanos} of the thread that sends read
 *       hints; {@code messagingCpuNanos} of the threads that carry messages between nodes
 *   <li>{@code captured} reads; {@code distinct} ones among them, by interval
 *   <li>{@code sent} read hints, each as often as it had targets; {@code sentBytes} of their
 *       batches; {@code applied} read hints
 *   <li>{@code leftOut}: read hints beyond the fraction to apply; {@code dropped} for other reasons
 * </ul>
 *
 * Confined to one thread.
 */
public final class CacheProbe implements NodeWatch.Sampler<Values> {
  public static final JsonLines<Values> LINES = new JsonLines<>("caches", Values.class);

  private static final String CHUNKS =
      "org.apache.cassandra.metrics:type=Cache,scope=ChunkCache,name=";
  private static final String PROCESS = "java.lang:type=OperatingSystem";
  private static final String BEYOND_FRACTION = "not_sampled";

  /** Cassandra's threads that carry messages between nodes; no client's are on them. */
  private static final String MESSAGING = "Messaging-EventLoop";

  private final ThreadsCpu messaging = new ThreadsCpu(MESSAGING);

  CacheProbe() {}

  @Override
  public Values sample(NodeBeans node, double atSeconds) throws JMException, IOException {
    Map<String, Long> hints = node.numbers(HintsProbe.BEAN, "Counters");
    Map<String, Long> dropped = node.numbers(HintsProbe.BEAN, "Dropped");
    long leftOut = dropped.getOrDefault(BEYOND_FRACTION, 0L);
    Map<String, Long> counters = new HashMap<>();
    counters.put("chunkHits", node.number(CHUNKS + "Hits", "Count"));
    counters.put("chunkMisses", node.number(CHUNKS + "Misses", "Count"));
    counters.put("cpuNanos", node.number(PROCESS, "ProcessCpuTime"));
    counters.put("senderCpuNanos", node.number(HintsProbe.BEAN, "SenderCpuNanos"));
    counters.put("messagingCpuNanos", messaging.nanos(node));
    counters.put("captured", hints.getOrDefault("captured", 0L));
    counters.put("distinct", hints.getOrDefault("deduplicated", 0L));
    counters.put("sent", hints.getOrDefault("sent", 0L));
    counters.put("sentBytes", hints.getOrDefault("sent_bytes", 0L));
    counters.put("applied", hints.getOrDefault("applied", 0L));
    counters.put("leftOut", leftOut);
    counters.put("dropped", dropped.values().stream().mapToLong(Long::longValue).sum() - leftOut);
    return Values.at(atSeconds, counters);
  }

  /** Misses among all requests of the chunk cache, 0 … 1; NaN without requests. */
  public static double missRate(Values counted) {
    double requests = counted.get("chunkHits") + counted.get("chunkMisses");
    return requests == 0 ? Double.NaN : counted.get("chunkMisses") / requests;
  }
}
