package io.amoeba.experiments.hints;

import com.fasterxml.jackson.annotation.JsonProperty;
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
    @JsonProperty("atSeconds") double atSeconds,
    @JsonProperty("chunkHits") long chunkHits,
    @JsonProperty("chunkMisses") long chunkMisses,
    @JsonProperty("cpuNanos") long cpuNanos,
    @JsonProperty("senderCpuNanos") long senderCpuNanos,
    @JsonProperty("messagingCpuNanos") long messagingCpuNanos,
    @JsonProperty("captured") long captured,
    @JsonProperty("summarised") long summarised,
    @JsonProperty("sent") long sent,
    @JsonProperty("sentBytes") long sentBytes,
    @JsonProperty("applied") long applied,
    @JsonProperty("leftOut") long leftOut,
    @JsonProperty("dropped") long dropped) {
  /** Begins the line that holds one of these as JSON. */
  public static final String LINE = "caches ";

  static final CacheSample NONE = new CacheSample(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** What was counted after an earlier sample; its time is what went by. */
  CacheSample since(CacheSample earlier) {
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

  /** Misses among all requests of the chunk cache, 0 … 1; NaN without requests. */
  double missRate() {
    return ratio(chunkMisses, chunkHits + chunkMisses);
  }

  /** Processor time of some of its threads in percent of the process'. */
  double percentOfCpu(ToLongFunction<CacheSample> threads) {
    return 100 * ratio(threads.applyAsLong(this), cpuNanos);
  }

  double bytesPerHint() {
    return ratio(sentBytes, sent);
  }

  /** Reads that needed no hint of their own, among those captured, 0 … 1. */
  double summarisedAway() {
    return 1 - ratio(summarised, captured);
  }

  private static double ratio(long part, long whole) {
    return whole == 0 ? Double.NaN : (double) part / whole;
  }
}
