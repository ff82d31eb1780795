package io.amoeba.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplacedFileTest {

  @TempDir Path folder = Path.of("");

  private final byte[] content = "new".getBytes(StandardCharsets.UTF_8);

  @Test
  void aLinkWhereTheNextContentGoesIsNotFollowed() throws Exception {
    Path other = Files.writeString(folder.resolve("other"), "somebody's");
    Path file = Files.writeString(folder.resolve("plans.json"), "old");
    Files.createSymbolicLink(folder.resolve("plans.json.next"), other);

    ReplacedFile.write(file, content);

    assertThat(other).hasContent("somebody's");
    assertThat(file).hasContent("new").isRegularFile();
    assertThat(folder.resolve("plans.json.next")).doesNotExist();
  }

  @Test
  void aLinkInPlaceOfTheFileIsReplacedAndNotFollowed() throws Exception {
    Path other = Files.writeString(folder.resolve("other"), "somebody's");
    Path file = Files.createSymbolicLink(folder.resolve("plans.json"), other);

    ReplacedFile.write(file, content);

    assertThat(other).hasContent("somebody's");
    assertThat(Files.isSymbolicLink(file)).isFalse();
    assertThat(file).hasContent("new");
  }

  @Test
  void whatAKilledProcessHasLeftIsReplaced() throws Exception {
    Path file = Files.writeString(folder.resolve("plans.json"), "old");
    Files.writeString(folder.resolve("plans.json.next"), "half of something much longer");

    ReplacedFile.write(file, content);

    assertThat(file).hasContent("new");
  }
}
