package io.amoeba.experiments.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.containers.engine.ContainerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineWatchTest {
  @Test
  void seriesThatBreaksOffIsNoSeries(@TempDir Path folder) throws IOException {
    Path stat = Files.writeString(folder.resolve("stat"), "cpu  1 2 3 4 5 6 7 8\n");
    Path diskStats = Files.writeString(folder.resolve("diskstats"), "");
    try (MachineWatch watch = new MachineWatch(stat, diskStats)) {
      watch.sample("sda");
      assertThat(watch.samples()).hasSize(1);

      Files.delete(stat);
      watch.sample("sda");

      assertThatThrownBy(watch::samples)
          .isInstanceOf(ContainerException.class)
          .hasMessageContaining("cannot be read");
    }
  }
}
