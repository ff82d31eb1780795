package io.amoeba.hints.replay;

import io.amoeba.hints.agent.AgentOptions.ReplayOptions;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;

/** Rows, bytes and time that one replay may take, and has taken. Confined to one thread. */
final class ReplayBudget {

  private final ReplayOptions bounds;
  private final int mostRows;
  private final long deadlineNanos;
  private long bytesLeft;
  private int rows;
  private int withoutRows;
  private boolean cutShort;

  /**
   * Begins now.
   *
   * @param wanted the most rows that the read itself wanted, 0 without limit
   */
  ReplayBudget(ReplayOptions bounds, int wanted) {
    this.bounds = bounds;
    mostRows = wanted > 0 ? Math.min(wanted, bounds.rows()) : bounds.rows();
    deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(bounds.millis());
    bytesLeft = bounds.kib() * 1024L;
  }

  /**
   * Reads a partition's rows; false when no more partitions are wanted. One that has none of the
   * wanted rows was looked for all the same: of a whole table's, few may have any.
   */
  boolean consume(UnfilteredRowIterator partition) {
    int before = rows;
    take(partition.staticRow());
    while (!cutShort && rows < mostRows && partition.hasNext()) {
      rows++;
      take(partition.next());
    }
    if (rows == before && ++withoutRows > bounds.rows()) {
      cutShort = true;
    }
    return !cutShort && rows < mostRows;
  }

  private void take(Unfiltered next) {
    bytesLeft -= next instanceof Row row ? row.dataSize() : 0;
    cutShort |= bytesLeft < 0 || System.nanoTime() - deadlineNanos > 0;
  }

  int rows() {
    return rows;
  }

  /** Whether bytes or time were not enough. */
  boolean isCutShort() {
    return cutShort;
  }
}
