package io.amoeba.shift.compaction;

import io.amoeba.shift.protocol.turns.TableLoad;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.Directories.DataDirectory;
import org.apache.cassandra.db.compaction.CompactionManager;

/** What Cassandra knows of a table that waits for a compaction. Stateless. */
final class TableLoads {

  private static final double MOST_READS = 0.95;

  private TableLoads() {}

  static TableLoad of(ColumnFamilyStore table) {
    int[] levels = table.getSSTableCountPerLevel();
    return new TableLoad(
        CompactionManager.instance.getPendingTasks(),
        (int) table.metric.sstablesPerReadHistogram.cf.getSnapshot().getValue(MOST_READS),
        levels == null || levels.length == 0 ? 0 : levels[0],
        freeDiskPercent(table));
  }

  private static int freeDiskPercent(ColumnFamilyStore table) {
    double least = 1;
    try {
      for (DataDirectory folder : table.getDirectories().getWriteableLocations()) {
        FileStore disk = Files.getFileStore(folder.location.toPath());
        least = Math.min(least, (double) disk.getUsableSpace() / disk.getTotalSpace());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return (int) (100 * least);
  }
}
