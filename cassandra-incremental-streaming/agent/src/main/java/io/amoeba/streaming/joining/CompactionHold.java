package io.amoeba.streaming.joining;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.schema.SchemaConstants;
import org.apache.cassandra.schema.TableId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps automatic compaction from what a joining node has been sent: it would take the CPUs from
 * streaming and from reads, again after each step, though a key's data are in few SSTables only,
 * because each step brings other tokens. A table of which a key may be in too many SSTables is
 * compacted before. Confined to the join's thread.
 */
final class CompactionHold {

  private static final Logger logger = LoggerFactory.getLogger(CompactionHold.class);

  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final int maxSstables;
  private final Set<TableId> released = new HashSet<>();
  private long nextNanos = System.nanoTime();

  /**
   * Begins with the next tick.
   *
   * @param maxSstables in which a key of a table that waits may be; 0: none waits
   */
  CompactionHold(int maxSstables) {
    this.maxSstables = maxSstables;
    if (maxSstables > 0) {
      logger.info(
          "Tables whose keys may be in up to {} SSTables are compacted when this node has joined",
          maxSstables);
    }
  }

  /** Looks at all tables now and then: some come with a schema change, some grow. */
  void tick(long nowNanos) {
    if (nowNanos - nextNanos < 0) {
      return;
    }
    nextNanos = nowNanos + INTERVAL_NANOS;
    for (ColumnFamilyStore table : ColumnFamilyStore.all()) {
      boolean own = SchemaConstants.isLocalSystemKeyspace(table.getKeyspaceName());
      boolean waits = !own && waits(table.metadata().id, depth(table.getLiveSSTables()));
      if (waits != table.isAutoCompactionDisabled()) {
        if (waits) {
          table.disableAutoCompaction();
        } else {
          table.enableAutoCompaction();
        }
      }
    }
  }

  /** In how many SSTables a key may be; of few of them, at most. */
  private int depth(Set<SSTableReader> sstables) {
    return sstables.size() <= maxSstables
        ? sstables.size()
        : Intervals.<Token>deepest(
            sstables.stream().map(sstable -> sstable.getFirst().getToken()).toList(),
            sstables.stream().map(sstable -> sstable.getLast().getToken()).toList());
  }

  /**
   * The join is over: every table is compacted, unless Cassandra is configured to wait for that.
   */
  void end() {
    if (DatabaseDescriptor.getAutocompactionOnStartupEnabled()) {
      ColumnFamilyStore.all().forEach(ColumnFamilyStore::enableAutoCompaction);
    }
  }

  /** Once a table did not wait, it does not wait again. */
  boolean waits(TableId table, int sstables) {
    if (sstables > maxSstables || maxSstables == 0) {
      released.add(table);
    }
    return !released.contains(table);
  }
}
