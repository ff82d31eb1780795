package io.amoeba.hints.replay;

import io.amoeba.hints.agent.AgentOptions.ReplayOptions;
import io.amoeba.hints.command.ReadCommands;
import io.amoeba.hints.protocol.batch.MalformedBatchException;
import io.amoeba.hints.protocol.batch.ReadHint;
import io.amoeba.hints.protocol.selection.RangeKey;
import io.amoeba.hints.protocol.selection.Selection;
import io.amoeba.hints.protocol.selection.SelectionCodec;
import io.amoeba.hints.settings.DropReason;
import io.amoeba.hints.settings.HintCounters;
import io.amoeba.hints.settings.HintSettings;
import java.nio.ByteBuffer;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.DataRange;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.filter.ClusteringIndexFilter;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.dht.Murmur3Partitioner.LongToken;
import org.apache.cassandra.dht.Range;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.SchemaConstants;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.serializers.MarshalException;
import org.apache.cassandra.service.StorageService;

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
      return hint.isOfTokens() ? readRange(store, table, hint) : readPartition(store, table, hint);
    } catch (MarshalException | MalformedBatchException e) {
      counters.drop(DropReason.MALFORMED, 1);
      return false;
    }
  }

  private boolean readPartition(ColumnFamilyStore store, TableMetadata table, ReadHint hint)
      throws MalformedBatchException {
    ByteBuffer keyBytes = ByteBuffer.wrap(hint.key());
    table.partitionKeyType.validate(keyBytes);
    DecoratedKey key = table.partitioner.decorateKey(keyBytes);
    if (!isLocal(store, key.getToken())) {
      return false;
    }
    int rows = 0;
    ClusteringIndexFilter filter = FilterOfHint.wholePartition();
    if (hint.selection().length > 0) {
      Selection selection = SelectionCodec.decode(hint.selection());
      filter = FilterOfHint.of(table, selection);
      rows = selection.rows();
    }
    SinglePartitionReadCommand command = ReadCommands.partition(table, key, filter);
    ReplayBudget budget = new ReplayBudget(bounds, rows);
    LocalReads.run(store, command, budget::consume);
    count(budget);
    return true;
  }

  private boolean readRange(ColumnFamilyStore store, TableMetadata table, ReadHint hint)
      throws MalformedBatchException {
    RangeKey range = RangeKey.of(hint.key());
    Selection selection = SelectionCodec.decode(hint.selection());
    ClusteringIndexFilter filter = FilterOfHint.of(table, selection);
    if (!(table.partitioner instanceof Murmur3Partitioner)) {
      throw new MalformedBatchException("a range of another partitioner's tokens");
    }
    Token last = new LongToken(range.right());
    if (!isLocal(store, last)) {
      return false;
    }
    PartitionRangeReadCommand command =
        ReadCommands.range(
            table, new DataRange(Range.makeRowRange(new LongToken(range.left()), last), filter));
    ReplayBudget budget = new ReplayBudget(bounds, selection.rows());
    LocalReads.run(store, command, budget::consume);
    count(budget);
    return true;
  }

  private void count(ReplayBudget budget) {
    counters.applied.increment();
    counters.appliedRows.add(budget.rows());
    if (budget.isCutShort()) {
      counters.cutShort.increment();
    }
  }

  private boolean isLocal(ColumnFamilyStore store, Token token) {
    boolean local =
        store.keyspace.getReplicationStrategy().getLocalReplicaFor(token) != null
            || StorageService.instance
                .getTokenMetadata()
                .isTokenInLocalPendingRange(store.keyspace.getName(), token);
    if (!local) {
      counters.drop(DropReason.OUT_OF_RANGE, 1);
    }
    return local;
  }
}
