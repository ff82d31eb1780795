package io.amoeba.hints.replay;

import io.amoeba.hints.agent.AgentOptions.ReplayOptions;
import io.amoeba.hints.protocol.batch.MalformedBatchException;
import io.amoeba.hints.protocol.batch.ReadHint;
import io.amoeba.hints.protocol.selection.Selection;
import io.amoeba.hints.protocol.selection.SelectionCodec;
import io.amoeba.hints.settings.DropReason;
import io.amoeba.hints.settings.HintCounters;
import io.amoeba.hints.settings.HintSettings;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.filter.ClusteringIndexFilter;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.SchemaConstants;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.serializers.MarshalException;
import org.apache.cassandra.service.StorageService;
import org.apache.cassandra.utils.FBUtilities;

/**
 * Repeats a read on this node's own data, for what it leaves in the caches: key, row and chunk
 * cache, and the file system's. Bounded in rows, bytes and time. Safe for concurrent use.
 */
final class Replay {

  private final ReplayOptions bounds;
  private final HintSettings settings;
  private final HintCounters counters;

  Replay(ReplayOptions bounds, HintSettings settings, HintCounters counters) {
    this.bounds = bounds;
    this.settings = settings;
    this.counters = counters;
  }

  /** Reads, or counts why not and returns false. Throws what Cassandra throws. */
  boolean run(ReadHint hint) {
    TableMetadata table = Schema.instance.getTableMetadata(TableId.fromUUID(hint.table()));
    ColumnFamilyStore store = table == null ? null : ColumnFamilyStore.getIfExists(table.id);
    if (table == null
        || store == null
        || table.isVirtual()
        || SchemaConstants.isSystemKeyspace(table.keyspace)) {
      counters.drop(DropReason.UNKNOWN_TABLE, 1);
      return false;
    }
    if (settings.isExcluded(table)) {
      counters.drop(DropReason.SWITCHED_OFF, 1);
      return false;
    }
    try {
      ByteBuffer keyBytes = ByteBuffer.wrap(hint.key());
      table.partitionKeyType.validate(keyBytes);
      DecoratedKey key = table.partitioner.decorateKey(keyBytes);
      if (!isLocal(store, key)) {
        counters.drop(DropReason.OUT_OF_RANGE, 1);
        return false;
      }
      read(store, table, key, hint.selection());
      return true;
    } catch (MarshalException | MalformedBatchException e) {
      counters.drop(DropReason.MALFORMED, 1);
      return false;
    }
  }

  private static boolean isLocal(ColumnFamilyStore store, DecoratedKey key) {
    return store.keyspace.getReplicationStrategy().getLocalReplicaFor(key.getToken()) != null
        || StorageService.instance
            .getTokenMetadata()
            .isTokenInLocalPendingRange(store.keyspace.getName(), key.getToken());
  }

  private void read(ColumnFamilyStore store, TableMetadata table, DecoratedKey key, byte[] bytes)
      throws MalformedBatchException {
    int limit = bounds.rows();
    ClusteringIndexFilter filter = FilterOfHint.wholePartition();
    if (bytes.length > 0) {
      Selection selection = SelectionCodec.decode(bytes);
      filter = FilterOfHint.of(table, selection);
      limit = selection.rows() > 0 ? Math.min(limit, selection.rows()) : limit;
    }
    SinglePartitionReadCommand command =
        SinglePartitionReadCommand.create(
            table, FBUtilities.nowInSeconds(), key, ColumnFilter.all(table), filter);
    int rowLimit = limit;
    LocalReads.run(store, command, rows -> consume(rows, rowLimit));
    counters.applied.increment();
  }

  private void consume(UnfilteredRowIterator rows, int limit) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(bounds.millis());
    long bytesLeft = bounds.kib() * 1024L;
    int read = 0;
    while (read < limit && rows.hasNext()) {
      Unfiltered next = rows.next();
      read++;
      bytesLeft -= next instanceof Row row ? row.dataSize() : 0;
      if (bytesLeft < 0 || System.nanoTime() - deadline > 0) {
        counters.cutShort.increment();
        break;
      }
    }
    counters.appliedRows.add(read);
  }
}
