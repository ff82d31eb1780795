package io.amoeba.priority.operator;

import java.util.Map;
import java.util.TreeMap;
import org.apache.cassandra.db.DataRange;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.schema.TableMetadata;

/** The rows of a virtual table, as a query would find them. Stateless. */
final class ViewRows {

  private ViewRows() {}

  /** Values by column, by the text of the key. */
  static Map<String, Map<String, Object>> of(VirtualTable table) {
    TableMetadata metadata = table.metadata();
    Map<String, Map<String, Object>> rows = new TreeMap<>();
    try (UnfilteredPartitionIterator partitions =
        table.select(DataRange.allData(metadata.partitioner), ColumnFilter.all(metadata))) {
      while (partitions.hasNext()) {
        try (UnfilteredRowIterator partition = partitions.next()) {
          String key = UTF8Type.instance.compose(partition.partitionKey().getKey());
          Map<String, Object> values = rows.computeIfAbsent(key, any -> new TreeMap<>());
          while (partition.hasNext()) {
            for (Cell<?> cell : ((Row) partition.next()).cells()) {
              values.put(cell.column().name.toString(), cell.column().type.compose(cell.buffer()));
            }
          }
        }
      }
    }
    return rows;
  }
}
