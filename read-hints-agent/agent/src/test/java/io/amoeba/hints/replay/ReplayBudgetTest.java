package io.amoeba.hints.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.hints.agent.AgentOptions.ReplayOptions;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.apache.cassandra.db.rows.BTreeRow;
import org.apache.cassandra.db.rows.BufferCell;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * With partitions whose rows hold 100 bytes each, and as many in the static row if they have it.
 */
class ReplayBudgetTest {

  private static final int MINUTE = 60_000;
  private static final int BYTES = 100;

  private static TableMetadata table;

  @BeforeAll
  static void makeTable() {
    DatabaseDescriptor.clientInitialization();
    table =
        TableMetadata.builder("shop", "items", TableId.fromUUID(new UUID(1, 2)))
            .partitioner(Murmur3Partitioner.instance)
            .addPartitionKeyColumn("id", UTF8Type.instance)
            .addClusteringColumn("number", Int32Type.instance)
            .addStaticColumn("owner", UTF8Type.instance)
            .addRegularColumn("name", UTF8Type.instance)
            .build();
  }

  private static ReplayBudget budget(int rows, int kib, int millis, int wanted) {
    return new ReplayBudget(new ReplayOptions(1, rows, kib, millis, 200), wanted);
  }

  private static UnfilteredRowIterator partition(int rows, boolean withStaticRow) {
    DecoratedKey key = table.partitioner.decorateKey(UTF8Type.instance.decompose("key"));
    PartitionUpdate.Builder all =
        new PartitionUpdate.Builder(table, key, table.regularAndStaticColumns(), rows + 1);
    for (int number = 0; number < rows; number++) {
      all.add(row(Clustering.make(Int32Type.instance.decompose(number)), "name"));
    }
    if (withStaticRow) {
      all.add(row(Clustering.STATIC_CLUSTERING, "owner"));
    }
    return all.build().unfilteredIterator();
  }

  private static Row row(Clustering<?> clustering, String column) {
    ColumnMetadata metadata = table.getColumn(UTF8Type.instance.decompose(column));
    Row.Builder row = BTreeRow.sortedBuilder();
    row.newRow(clustering);
    row.addCell(BufferCell.live(metadata, 1, ByteBuffer.allocate(BYTES)));
    return row.build();
  }

  @Test
  void noMoreRowsAreReadThanTheReadWanted() {
    ReplayBudget budget = budget(500, 1_024, MINUTE, 7);

    assertThat(budget.consume(partition(5, false))).isTrue();
    assertThat(budget.consume(partition(5, false))).isFalse();

    assertThat(budget.rows()).isEqualTo(7);
    assertThat(budget.isCutShort()).isFalse();
  }

  @Test
  void bytesAreBoundedThoseOfStaticRowsIncluded() {
    for (boolean ofStaticRows : List.of(false, true)) {
      ReplayBudget budget = budget(500, 1, MINUTE, 0);
      int partitions = 1;
      while (budget.consume(partition(ofStaticRows ? 0 : 1, ofStaticRows))) {
        partitions++;
      }
      assertThat(partitions).isLessThanOrEqualTo(1_024 / BYTES + 1);
      assertThat(budget.isCutShort()).isTrue();
    }
  }

  @Test
  void partitionsWithoutRowsEndAReplayByTheirNumber() {
    ReplayBudget budget = budget(10, 1_024, MINUTE, 3);
    int partitions = 1;
    while (budget.consume(partition(0, false))) {
      partitions++;
    }

    assertThat(partitions).isEqualTo(11);
    assertThat(budget.isCutShort()).isTrue();
  }

  @Test
  void partitionsWithoutRowsEndAReplayWhenItsTimeIsOver() {
    ReplayBudget budget = budget(500, 1_024, -1, 0);

    assertThat(budget.consume(partition(0, false))).isFalse();
    assertThat(budget.isCutShort()).isTrue();
  }
}
