package io.amoeba.embedded.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {
  @TempDir Path parent;

  @Test
  void closingDeletesEverything() throws IOException {
    RunFolder folder = RunFolder.create(parent, false);
    Files.writeString(folder.subfolder("redis/1").resolve("nodes.conf"), "x");

    folder.close();

    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void linksAreDeletedButNotTheirTargets() throws IOException {
    Path outside = Files.writeString(parent.resolve("outside"), "x");
    RunFolder folder = RunFolder.create(parent, false);
    Files.createSymbolicLink(folder.path().resolve("link"), outside);

    folder.close();

    assertThat(folder.path()).doesNotExist();
    assertThat(outside).exists();
  }

  @Test
  void keptFolderStaysAsItIs() throws IOException {
    RunFolder folder = RunFolder.create(parent, true);
    Path file = Files.writeString(folder.subfolder("redis").resolve("nodes.conf"), "x");

    folder.close();

    assertThat(file).exists();
  }

  @Test
  void logsAloneStayWhenAMessageRefersToThem() throws IOException {
    RunFolder folder = RunFolder.create(parent, false);
    Path log = Files.writeString(folder.logFile("redis-1"), "x");
    folder.subfolder("redis");
    folder.keepLogs();

    folder.close();

    assertThat(log).exists();
    assertThat(folder.path().resolve("redis")).doesNotExist();
  }
}
