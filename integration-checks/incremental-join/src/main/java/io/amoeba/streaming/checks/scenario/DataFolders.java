package io.amoeba.streaming.checks.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What nodes have on their disks of the checked table. */
final class DataFolders {
  private static final String KEYSPACE = "checks";

  /** The table's folder has its id behind the name; deeper are only snapshots and the like. */
  private static final String TABLE = "versions-*";

  private static final String DATA_FILE = "*-Data.db";

  private DataFolders() {}

  /**
   * Those of a node's data folders that hold nothing of the checked table.
   *
   * @throws UncheckedIOException if one cannot be read
   */
  static List<Path> empty(List<Path> dataFolders) {
    return dataFolders.stream().filter(folder -> !hasData(folder.resolve(KEYSPACE))).toList();
  }

  private static boolean hasData(Path keyspace) {
    if (!Files.isDirectory(keyspace)) {
      return false;
    }
    try (DirectoryStream<Path> tables = Files.newDirectoryStream(keyspace, TABLE)) {
      for (Path table : tables) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(table, DATA_FILE)) {
          if (files.iterator().hasNext()) {
            return true;
          }
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the data in " + keyspace, e);
    }
  }
}
