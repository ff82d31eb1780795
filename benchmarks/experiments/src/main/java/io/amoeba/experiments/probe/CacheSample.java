package io.amoeba.experiments.probe;

import io.amoeba.experiments.JsonLines;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * What a node said about its caches and its read hints at a moment. Counters begin with the node.
 * Immutable.
 *
 * @param atSeconds since 1970
 * @param chunkHits of Cassandra's chunk cache
 * @param chunkMisses of it; the page cache may still have what it misses
 * @param cpuNanos of the node's process
 * @param senderCpuNanos of its thread that sends read hints
 * @param messagingCpuNanos of its threads that carry messages between nodes
 * @param captured reads
 * @param summarised different ones among them, interval by interval
 * @param sent read hints, each as often as it had targets
 * @param sentBytes of their batches
 * @param applied read hints
 * @param leftOut arriving read hints beyond the fraction that is to be applied
 * @param dropped reads and read hints that were dropped for any other reason
 */
public record CacheSample(
    double atSeconds,
    long chunkHits,
    long chunkMisses,
    long cpuNanos,
    long senderCpuNanos,
    long messagingCpuNanos,
    long captured,
    long summarised,
    long sent,
    long sentBytes,
    long applied,
    long leftOut,
    long dropped) {
  /** How probes print them. */
  public static final JsonLines<CacheSample> LINES = new JsonLines<>("caches", CacheSample.class);

  /** Nothing was counted. */
  public static final CacheSample NONE = new CacheSample(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** What was counted after an earlier sample; its time is what went by. */
  public CacheSample since(CacheSample earlier) {
    return new CacheSample(
        atSeconds - earlier.atSeconds,
        chunkHits - earlier.chunkHits,
        chunkMisses - earlier.chunkMisses,
        cpuNanos - earlier.cpuNanos,
        senderCpuNanos - earlier.senderCpuNanos,
        messagingCpuNanos - earlier.messagingCpuNanos,
        captured - earlier.captured,
        summarised - earlier.summarised,
        sent - earlier.sent,
        sentBytes - earlier.sentBytes,
        applied - earlier.applied,
        leftOut - earlier.leftOut,
        dropped - earlier.dropped);
  }

  /** What a node counted within a time, as exactly as its samples tell. */
  public static CacheSample counted(List<CacheSample> samples, double from, double to) {
    Optional<CacheSample> end = newest(samples, to);
    Optional<CacheSample> begin = newest(samples, from).or(() -> samples.stream().findFirst());
    return end.isPresent() && begin.isPresent() && begin.get().atSeconds() < end.get().atSeconds()
        ? end.get().since(begin.get())
        : NONE;
  }

  private static Optional<CacheSample> newest(List<CacheSample> samples, double until) {
    return samples.stream()
        .filter(sample -> sample.atSeconds() <= until)
        .reduce((earlier, later) -> later);
  }

  /** Misses among all requests of the chunk cache, 0 … 1; NaN without requests. */
  public double missRate() {
    return ratio(chunkMisses, chunkHits + chunkMisses);
  }

  /** Processor time of some of its threads in percent of the process'. */
  public double percentOfCpu(ToLongFunction<CacheSample> threads) {
    return 100 * ratio(threads.applyAsLong(this), cpuNanos);
  }

  /** Of a batch, for each of its hints; NaN without hints. */
  public double bytesPerHint() {
    return ratio(sentBytes, sent);
  }

  /** Reads that needed no hint of their own, among those captured, 0 … 1. */
  public double summarisedAway() {
    return 1 - ratio(summarised, captured);
  }

  private static double ratio(long part, long whole) {
    return whole == 0 ? Double.NaN : (double) part / whole;
  }
}
