package io.amoeba.streaming.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.streaming.protocol.FieldText;
import io.amoeba.streaming.protocol.Truncations;
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

  @Test
  void aDamagedFileIsNamedWithItsRemedy() {
    DurableFile file = new DurableFile(folder.resolve("truncations"));
    assertThat(file.read(Truncations::decode, "Delete it.")).isEmpty();
    file.write(Truncations.NONE.encode());
    assertThat(file.read(Truncations::decode, "Delete it.")).contains(Truncations.NONE);

    file.write("1;more;" + Truncations.NONE.encode());

    assertThatThrownBy(() -> file.read(Truncations::decode, "Delete it."))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith(folder.resolve("truncations") + " is damaged: ")
        .hasMessageEndingWith("Delete it.");
  }

  /** Who replaces the node then loses what only the other release can read. */
  @Test
  void aFileOfAnotherReleaseIsNotTakenForDamaged() {
    DurableFile file = new DurableFile(folder.resolve("truncations"));
    file.write(FieldText.withChecksum("2;"));

    assertThatThrownBy(() -> file.read(Truncations::decode, "Delete it."))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith(folder.resolve("truncations") + " was written by another release")
        .hasMessageContaining("this agent reads version 1")
        .hasMessageContaining("start this node with the release that it ran before")
        .hasMessageNotContaining("Delete it");
  }
}
