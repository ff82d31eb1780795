package io.amoeba.hints.replay;

import io.amoeba.hints.agent.AgentOptions.ReplayOptions;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;

/** Rows, bytes and time that one replay may take, and has taken. Confined to one thread. */
final class ReplayBudget {

  private final int mostRows;
  private final long deadlineNanos;
  private long bytesLeft;
  private int rows;
  private boolean cutShort;

  /**
   * Begins now.
   *
   * @param wanted the most rows that the read itself wanted, 0 without limit
   */
  ReplayBudget(ReplayOptions bounds, int wanted) {
    mostRows = wanted > 0 ? Math.min(wanted, bounds.rows()) : bounds.rows();
    deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(bounds.millis());
    bytesLeft = bounds.kib() * 1024L;
  }

  /** Reads a partition's rows; false when no more partitions are wanted. */
  boolean consume(UnfilteredRowIterator partition) {
    while (!cutShort && rows < mostRows && partition.hasNext()) {
      Unfiltered next = partition.next();
      rows++;
      bytesLeft -= next instanceof Row row ? row.dataSize() : 0;
      cutShort = bytesLeft < 0 || System.nanoTime() - deadlineNanos > 0;
    }
    return !cutShort && rows < mostRows;
  }

  int rows() {
    return rows;
  }

  /** Whether bytes or time were not enough. */
  boolean isCutShort() {
    return cutShort;
  }
}
