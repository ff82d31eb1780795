package io.amoeba.streaming.joining;

import io.amoeba.streaming.protocol.Truncations;
import io.amoeba.streaming.protocol.join.JoinPorts.Outcome;
import io.amoeba.streaming.protocol.join.JoinPorts.StepWork;
import io.amoeba.streaming.protocol.join.JoinPorts.TablePurge;
import io.amoeba.streaming.ring.Rings;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.SystemKeyspace;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.db.compaction.CompactionManager;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.dht.Range;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.io.sstable.ISSTableScanner;
import org.apache.cassandra.io.sstable.SSTableRewriter;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.metadata.StatsMetadata;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.utils.concurrent.Refs;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes tables' data outside the ranges of the done tokens, as cleanup does; but cleanup refuses
 * to run while a node has pending ranges, and deletes index entries with the rows' own timestamps,
 * which would hide a row that is streamed again. Entries without a row do no harm.
 *
 * <p>It notes the truncation as Cassandra does by itself: replay of the commit log, hints and
 * lightweight transactions leave out what is older.
 */
final class SstablePurge implements TablePurge {

  private static final Logger logger = LoggerFactory.getLogger(SstablePurge.class);

  private final ReceivedTables received;

  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread created = new Thread(task, "IncrementalStreamingPurge");
            created.setDaemon(true);
            return created;
          });

  SstablePurge(ReceivedTables received) {
    this.received = received;
  }

  @Override
  public StepWork.Run start(SortedMap<UUID, Long> tables, SortedSet<Long> done) {
    return new Run(
        thread.submit(
            () -> {
              received.awaitNone();
              purge(tables, done);
              return null;
            }));
  }

  private static void purge(SortedMap<UUID, Long> tables, SortedSet<Long> done) {
    Map<ColumnFamilyStore, Long> stores = new HashMap<>();
    if (tables.containsKey(Truncations.EVERY_TABLE)) {
      // When each of them was truncated is unknown by now: no hint is too old for them.
      ColumnFamilyStore.all().forEach(table -> stores.put(table, Long.MIN_VALUE));
    }
    tables.forEach(
        (id, truncatedMillis) -> {
          ColumnFamilyStore table = ColumnFamilyStore.getIfExists(TableId.fromUUID(id));
          if (table != null) {
            stores.put(table, truncatedMillis);
          }
        });
    stores
        .keySet()
        .removeIf(
            table ->
                !Schema.instance.distributedKeyspaces().containsKeyspace(table.getKeyspaceName()));
    stores.forEach((table, truncatedMillis) -> purge(table, truncatedMillis, done));
  }

  private static void purge(ColumnFamilyStore table, long truncatedMillis, SortedSet<Long> done) {
    List<Range<Token>> kept =
        Range.normalize(
            table
                .keyspace
                .getReplicationStrategy()
                .getAddressReplicas(Rings.with(Rings.self(), done), Rings.self())
                .ranges());
    CommitLogPosition flushed = table.forceBlockingFlush(ColumnFamilyStore.FlushReason.TRUNCATE);
    Integer deleted =
        table.runWithCompactionsDisabled(() -> keep(table, kept), OperationType.P0, true, false);
    if (deleted == null) {
      throw new IllegalStateException(
          "compactions of %s.%s cannot be interrupted"
              .formatted(table.getKeyspaceName(), table.getTableName()));
    }
    SystemKeyspace.saveTruncationRecord(
        table,
        Math.max(truncatedMillis, SystemKeyspace.getTruncatedAt(table.metadata.id)),
        flushed);
    table.cleanupCache();
    if (deleted > 0) {
      logger.info(
          "{}.{} was truncated: deleted {} SSTables of ranges that this node does not own yet",
          table.getKeyspaceName(),
          table.getTableName(),
          deleted);
    }
  }

  /** Returns how many SSTables it has deleted or rewritten. */
  private static int keep(ColumnFamilyStore table, Collection<Range<Token>> kept) {
    int deleted = 0;
    for (SSTableReader sstable : table.getLiveSSTables()) {
      if (!CompactionManager.needsCleanup(sstable, kept)) {
        continue;
      }
      try (LifecycleTransaction transaction =
          table.getTracker().tryModify(sstable, OperationType.CLEANUP)) {
        if (transaction == null) {
          throw new IllegalStateException(sstable + " is in use");
        }
        keep(table, transaction, kept);
        deleted++;
      }
    }
    return deleted;
  }

  private static void keep(
      ColumnFamilyStore table, LifecycleTransaction transaction, Collection<Range<Token>> kept) {
    SSTableReader sstable = transaction.onlyOne();
    if (kept.isEmpty() || !sstable.getBounds().intersects(kept)) {
      transaction.obsoleteOriginals();
      transaction.finish();
      return;
    }
    StatsMetadata stats = sstable.getSSTableMetadata();
    long keys =
        Math.max(
            table.metadata().params.minIndexInterval,
            SSTableReader.getApproximateKeyCount(transaction.originals()));
    try (SSTableRewriter rewriter =
            SSTableRewriter.construct(table, transaction, false, sstable.maxDataAge);
        ISSTableScanner scanner = sstable.getScanner(kept);
        Refs<SSTableReader> inUse = Refs.ref(Collections.singleton(sstable))) {
      rewriter.switchWriter(
          CompactionManager.createWriter(
              table,
              sstable.descriptor.directory,
              keys,
              stats.repairedAt,
              stats.pendingRepair,
              stats.isTransient,
              sstable,
              transaction));
      while (scanner.hasNext()) {
        try (UnfilteredRowIterator partition = scanner.next()) {
          rewriter.append(partition);
        }
      }
      rewriter.finish();
    }
  }

  private record Run(Future<?> purge) implements StepWork.Run {

    @Override
    public StepWork.Status poll() {
      if (!purge.isDone()) {
        return new StepWork.Status(Outcome.RUNNING, "");
      }
      try {
        purge.get();
        return new StepWork.Status(Outcome.SUCCEEDED, "");
      } catch (ExecutionException e) {
        logger.warn("Data of truncated tables could not be deleted yet", e.getCause());
        return new StepWork.Status(Outcome.FAILED, String.valueOf(e.getCause()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return new StepWork.Status(Outcome.FAILED, "interrupted");
      }
    }

    /** Deleting cannot be stopped half way, and does no harm, even twice. */
    @Override
    public void abort() {}
  }
}
