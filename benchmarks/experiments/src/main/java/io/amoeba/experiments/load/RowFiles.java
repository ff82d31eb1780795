package io.amoeba.experiments.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.io.sstable.CQLSSTableWriter;
import org.apache.cassandra.utils.ByteBufferUtil;

/**
 * A program for a JVM with Cassandra's class path: writes the table as SSTables, many times faster
 * than by inserting its rows. Where all nodes are replicas of everything, they are those of each of
 * them. Every SSTable has keys of the whole ring, as if rows had been written in any order.
 */
public final class RowFiles {
  private record Row(long token, long number) {}

  private RowFiles() {}

  /**
   * Arguments: the folder to write to, and the numbers of rows, characters of a field, SSTables.
   */
  public static void main(String[] args) throws IOException {
    Path folder = Files.createDirectories(Path.of(args[0]));
    int count = Integer.parseInt(args[1]);
    int fieldLength = Integer.parseInt(args[2]);
    int sstables = Integer.parseInt(args[3]);
    SplittableRandom random = new SplittableRandom(1);
    Row[] rows = inOrderOfTheirTokens(count);
    // With the configuration on the class path: by itself the writer takes a format that is too new
    // for nodes in Cassandra's default compatibility mode.
    DatabaseDescriptor.toolInitialization();
    for (int sstable = 0; sstable < sstables; sstable++) {
      try (CQLSSTableWriter writer =
          CQLSSTableWriter.builder()
              .inDirectory(folder.toString())
              .forTable(TableSchema.CREATE_TABLE)
              .using(TableSchema.INSERT)
              .sorted()
              .build()) {
        for (Row row : rows) {
          if (row.number() % sstables == sstable) {
            writer.addRow(values(row, random, fieldLength));
          }
        }
      }
    }
    // Cassandra leaves threads behind.
    System.exit(0);
  }

  private static Object[] values(Row row, SplittableRandom random, int fieldLength) {
    Object[] values = new Object[1 + TableSchema.FIELDS.size()];
    Arrays.setAll(
        values,
        column -> column == 0 ? RowKeys.of(row.number()) : TableSchema.text(random, fieldLength));
    return values;
  }

  private static Row[] inOrderOfTheirTokens(int count) {
    Row[] rows = new Row[count];
    Arrays.setAll(
        rows,
        number ->
            new Row(
                (long)
                    Murmur3Partitioner.instance
                        .getToken(ByteBufferUtil.bytes(RowKeys.of(number)))
                        .getTokenValue(),
                number));
    Arrays.parallelSort(rows, Comparator.comparingLong(Row::token));
    return rows;
  }
}
