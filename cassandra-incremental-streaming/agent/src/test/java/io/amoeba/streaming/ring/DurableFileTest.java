package io.amoeba.streaming.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableFileTest {

  @TempDir Path folder;

  @Test
  void aFileThatWasNeverWrittenIsAbsent() {
    assertThat(new DurableFile(folder.resolve("join")).read()).isEmpty();
  }

  @Test
  void theLastTextIsReadAndNothingElseIsLeft() throws Exception {
    DurableFile file = new DurableFile(folder.resolve("new").resolve("join"));

    file.write("a longer first text");
    file.write("second");

    assertThat(file.read()).contains("second");
    try (var files = Files.list(folder.resolve("new"))) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void anUnfinishedWriteIsNotRead() throws Exception {
    DurableFile file = new DurableFile(folder.resolve("join"));
    file.write("first");

    Files.writeString(folder.resolve("join.next"), "half of the sec");

    assertThat(file.read()).contains("first");
  }
}
