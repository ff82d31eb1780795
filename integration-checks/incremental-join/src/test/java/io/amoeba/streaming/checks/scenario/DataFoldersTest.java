package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFoldersTest {
  @TempDir Path folder;

  private Path holding(String dataFolder, String file) throws IOException {
    Path path = folder.resolve(dataFolder).resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, "");
    return folder.resolve(dataFolder);
  }

  @Test
  void folderWithAnSstableOfTheCheckedTableIsNotEmpty() throws IOException {
    Path full = holding("data1", "checks/versions-0f1e/nb-1-big-Data.db");

    assertThat(DataFolders.empty(List.of(full))).isEmpty();
  }

  @Test
  void otherTablesSnapshotsAndMissingFoldersAreEmpty() throws IOException {
    Path other = holding("data1", "checks/counters-0f1e/nb-1-big-Data.db");
    Path snapshot = holding("data2", "checks/versions-0f1e/snapshots/1/nb-1-big-Data.db");
    Path missing = folder.resolve("data3");

    assertThat(DataFolders.empty(List.of(other, snapshot, missing)))
        .containsExactly(other, snapshot, missing);
  }
}
