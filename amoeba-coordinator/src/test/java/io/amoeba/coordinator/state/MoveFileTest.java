package io.amoeba.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.execute.moves.MoveWay;
import io.amoeba.coordinator.execute.moves.OpenHashSlots;
import io.amoeba.coordinator.lease.Leadership;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MoveFileTest {

  private static final OpenHashSlots MOVE =
      new OpenHashSlots(List.of(7, 16_383), "a1", "b2", "run", MoveWay.SETSLOT_AND_MIGRATE);

  @TempDir private Path folder = Path.of("");

  @Test
  void theMoveThatBeganLastIsOpenUntilItEnds() {
    Path path = folder.resolve("move.json");
    assertThat(new MoveFile(path, Leadership.ALONE).open()).isEmpty();

    new MoveFile(path, Leadership.ALONE)
        .begin(new OpenHashSlots(List.of(1), "a1", "b2", "", MoveWay.SETSLOT_AND_MIGRATE));
    new MoveFile(path, Leadership.ALONE).begin(MOVE);
    assertThat(new MoveFile(path, Leadership.ALONE).open()).contains(MOVE);

    new MoveFile(path, Leadership.ALONE).end();
    assertThat(new MoveFile(path, Leadership.ALONE).open()).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void whatAnOlderCoordinatorHasLeftOpenIsKnown() throws IOException {
    Path path =
        Files.writeString(
            folder.resolve("move.json"),
            "{\"format\":1,\"hashSlot\":5,\"from\":\"a1\",\"to\":\"b2\",\"sourceRun\":\"run\"}");

    assertThat(new MoveFile(path, Leadership.ALONE).open())
        .contains(new OpenHashSlots(List.of(5), "a1", "b2", "run", MoveWay.SETSLOT_AND_MIGRATE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{\"format\": 1",
        "{\"format\": 2, \"hashSlot\": 1, \"from\": \"a\", \"to\": \"b\", \"sourceRun\": \"\"}",
        "{\"format\": 1, \"from\": \"a\", \"to\": \"b\", \"sourceRun\": \"\"}",
        "{\"format\": 1, \"hashSlots\": [], \"from\": \"a\", \"to\": \"b\", \"sourceRun\": \"\"}",
        "{\"format\": 1, \"hashSlots\": [\"1\"], \"from\": \"a\", \"to\": \"b\", \"sourceRun\": \"\"}",
        "{\"format\": 1, \"hashSlots\": [1], \"to\": \"b\", \"sourceRun\": \"\"}",
        "{\"format\": 1, \"hashSlots\": [1], \"from\": \"a\", \"to\": \"b\", \"sourceRun\": \"\", \"way\": \"WALK\"}",
      })
  void aDamagedFileIsNamedWithTheRemedy(String content) throws IOException {
    Path path = Files.writeString(folder.resolve("move.json"), content);

    assertThatThrownBy(() -> new MoveFile(path, Leadership.ALONE).open())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(path.toString())
        .hasMessageContaining("redis-open-migrations");
  }

  @Test
  void aMoveThatCannotBeKeptSaysSo() {
    Path path = folder.resolve("no-folder").resolve("move.json");

    assertThatThrownBy(() -> new MoveFile(path, Leadership.ALONE).begin(MOVE))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("hash slots 7, 16383 does not start to move");
  }
}
