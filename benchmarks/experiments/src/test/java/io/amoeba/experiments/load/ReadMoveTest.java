package io.amoeba.experiments.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadMoveTest {
  @Test
  void readsMoveWhenTheTimeIsOver() {
    ReadMove move = new ReadMove("x", Duration.ofSeconds(5), null);

    assertThat(move.isDue(Duration.ofMillis(4_999))).isFalse();
    assertThat(move.isDue(Duration.ofSeconds(5))).isTrue();
  }

  @Test
  void readsMoveWhenTheFileIsThere(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("move");
    ReadMove move = new ReadMove("x", null, file);

    assertThat(move.isDue(Duration.ofHours(1))).isFalse();
    Files.createFile(file);
    assertThat(move.isDue(Duration.ZERO)).isTrue();
  }
}
