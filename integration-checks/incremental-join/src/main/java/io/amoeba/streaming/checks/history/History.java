package io.amoeba.streaming.checks.history;

import java.util.List;

/**
 * Everything that clients asked during a check and what they found in the end. Immutable.
 *
 * @param replicationFactor of all data centres together
 * @param reads answered reads while the cluster changed
 * @param failedReads how many reads were not answered
 * @param finalReads reads of every written key after all writes had ended, at QUORUM and ALL
 * @param finalCopies the final content of each replica, for every written key
 */
public record History(
    int replicationFactor,
    List<Write> writes,
    List<Read> reads,
    long failedReads,
    List<Read> finalReads,
    List<ReplicaCopy> finalCopies) {
  public History {
    writes = List.copyOf(writes);
    reads = List.copyOf(reads);
    finalReads = List.copyOf(finalReads);
    finalCopies = List.copyOf(finalCopies);
  }
}
