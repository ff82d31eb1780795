package io.amoeba.streaming.checks.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What nodes have on their disks of the checked table. */
final class DataFolders {
  private static final String KEYSPACE = "checks";

  /** The table's folder has its id behind the name; deeper are only snapshots and the like. */
  private static final String TABLE = "versions-*";

  private static final String DATA_FILE = "*-Data.db";

  /** Of the log of one. */
  private static final String COMPACTION = "_txn_compaction_";

  private DataFolders() {}

  /**
   * Those of a node's data folders that hold nothing of the checked table.
   *
   * @throws UncheckedIOException if one cannot be read
   */
  static List<Path> empty(List<Path> dataFolders) {
    return dataFolders.stream().filter(folder -> !hasData(folder.resolve(KEYSPACE))).toList();
  }

  /**
   * Whether a compaction runs, or what it has replaced is still there.
   *
   * @throws UncheckedIOException if files come and go meanwhile
   */
  static boolean areCompacted(List<Path> dataFolders) throws IOException {
    for (Path folder : dataFolders) {
      try (Stream<Path> files = Files.walk(folder)) {
        if (files.anyMatch(file -> file.getFileName().toString().contains(COMPACTION))) {
          return true;
        }
      }
    }
    return false;
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
