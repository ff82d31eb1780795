package io.amoeba.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.execute.moves.OpenHashSlot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MoveFileTest {

  private static final OpenHashSlot MOVE = new OpenHashSlot(16_383, "a1", "b2", "run");

  @TempDir private Path folder = Path.of("");

  @Test
  void theMoveThatBeganLastIsOpenUntilItEnds() {
    Path path = folder.resolve("move.json");
    assertThat(new MoveFile(path).open()).isEmpty();

    new MoveFile(path).begin(new OpenHashSlot(1, "a1", "b2", ""));
    new MoveFile(path).begin(MOVE);
    assertThat(new MoveFile(path).open()).contains(MOVE);

    new MoveFile(path).end();
    assertThat(new MoveFile(path).open()).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{\"format\": 1",
        "{\"format\": 2, \"hashSlot\": 1, \"from\": \"a\", \"to\": \"b\", \"sourceRun\": \"\"}",
        "{\"format\": 1, \"from\": \"a\", \"to\": \"b\", \"sourceRun\": \"\"}",
        "{\"format\": 1, \"hashSlot\": 1, \"to\": \"b\", \"sourceRun\": \"\"}",
      })
  void aDamagedFileIsNamedWithTheRemedy(String content) throws IOException {
    Path path = Files.writeString(folder.resolve("move.json"), content);

    assertThatThrownBy(() -> new MoveFile(path).open())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(path.toString())
        .hasMessageContaining("redis-open-migrations");
  }

  @Test
  void aMoveThatCannotBeKeptSaysSo() {
    Path path = folder.resolve("no-folder").resolve("move.json");

    assertThatThrownBy(() -> new MoveFile(path).begin(MOVE))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("hash slot 16383 does not begin to move");
  }
}
