package io.amoeba.hints.agent;

import io.amoeba.hints.protocol.targets.TargetPolicy;
import java.time.Duration;
import java.util.List;

/**
 * The agent's options, checked; what an operator may change later starts with these. Immutable.
 *
 * @param bufferEntries reads that are kept between two batches; more are dropped
 * @param intervalMillis between two batches
 * @param minBatchSize fewer captured reads than this wait for more for some intervals; 0: none wait
 * @param rangeReads whether reads of many partitions are captured, too
 * @param lz4 whether batches are compressed
 * @param batchesInFlight to one peer, until it has answered
 * @param applyPercent of the hints that arrive, 0 to 100
 * @param loadShedding whether a loaded node applies fewer
 * @param hotSetEntries keys that are remembered for peers that ask; 0 for none
 * @param warmUpLimit that a starting node may spend on its peers' hot set before it serves clients;
 *     0 for none
 * @param exclude keyspaces, and tables as keyspace.table, without hints
 */
public record AgentOptions(
    int bufferEntries,
    int intervalMillis,
    int minBatchSize,
    boolean rangeReads,
    TargetPolicy targets,
    boolean lz4,
    int batchesInFlight,
    int applyPercent,
    boolean loadShedding,
    int hotSetEntries,
    Duration warmUpLimit,
    List<String> exclude,
    ReplayOptions replay) {

  // Bounds of what can be changed at run time, too.
  public static final int LEAST_BUFFER_ENTRIES = 100;
  public static final int MOST_BUFFER_ENTRIES = 1_000_000;
  public static final int LEAST_INTERVAL_MILLIS = 10;
  public static final int MOST_INTERVAL_MILLIS = 60_000;

  /**
   * Bounds of replaying.
   *
   * @param rows of one replay, at most
   * @param kib that one replay reads, at most
   * @param millis that one replay takes, at most
   * @param maxAgeMillis that a batch of hints waits for a thread, at most; later ones are dropped
   */
  public record ReplayOptions(int threads, int rows, int kib, int millis, int maxAgeMillis) {}
}
