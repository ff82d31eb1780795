package io.amoeba.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.command.CommandJournal.Begun;
import io.amoeba.coordinator.lease.Leadership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StartFileTest {

  private static final Begun COMMAND = new Begun(4711, Instant.ofEpochMilli(1_700_000_000_123L));

  @TempDir private Path folder = Path.of("");

  private StartFile file() {
    return new StartFile(StartFile.path(folder.resolve("plans.json")), Leadership.ALONE);
  }

  @Test
  void theCommandThatBeganLastIsOpenUntilItEnds() {
    assertThat(file().open()).isEmpty();

    file().begin(new Begun(1, Instant.EPOCH));
    file().begin(COMMAND);
    assertThat(file().open()).contains(COMMAND);

    file().end();
    assertThat(file().open()).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{\"format\": 1",
        "{\"format\": 2, \"pid\": 1, \"beganMillis\": 1}",
        "{\"format\": 1, \"pid\": \"1\", \"beganMillis\": 1}",
        "{\"format\": 1, \"pid\": 1}",
      })
  void aDamagedFileIsNamedWithTheRemedy(String content) throws IOException {
    Path path = Files.writeString(StartFile.path(folder.resolve("plans.json")), content);

    assertThatThrownBy(() -> file().open())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(path.toString())
        .hasMessageContaining("starts a server still runs");
  }
}
