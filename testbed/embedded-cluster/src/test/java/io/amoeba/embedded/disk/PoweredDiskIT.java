package io.amoeba.embedded.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PoweredDiskIT {

  @Test
  void aLossOfPowerTakesWhatWasNotForcedToTheDisk(@TempDir Path parent) throws IOException {
    Optional<PoweredDisk> mounted = PoweredDisk.mount(parent.resolve("disk"), 16);
    assumeThat(mounted).as("only root can mount a disk").isPresent();
    try (PoweredDisk disk = mounted.orElseThrow()) {
      Path forced = Files.writeString(disk.folder().resolve("forced"), "there");
      force(forced);
      force(disk.folder());
      Path cached = Files.writeString(disk.folder().resolve("cached"), "gone");

      disk.cutPower();
      assertThatThrownBy(() -> Files.writeString(disk.folder().resolve("later"), "never"))
          .isInstanceOf(IOException.class);
      disk.restorePower();

      assertThat(forced).hasContent("there");
      assertThat(cached).doesNotExist();
    }
    assertThat(parent).isDirectoryNotContaining("glob:**.img");
  }

  private static void force(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
