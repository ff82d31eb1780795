package io.amoeba.containers.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockDeviceTest {
  private static final List<String> MOUNTS =
      List.of(
          "22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw",
          "30 22 0:25 / /var rw - tmpfs tmpfs rw",
          "31 30 8:17 / /var/lib/docker rw - ext4 /dev/sdb1 rw");

  @Test
  void nearestMountAboveCounts() {
    assertThat(BlockDevice.number(Path.of("/var/lib/docker/overlay2"), MOUNTS)).isEqualTo("8:17");
    assertThat(BlockDevice.number(Path.of("/var/lib"), MOUNTS)).isEqualTo("0:25");
    assertThat(BlockDevice.number(Path.of("/home"), MOUNTS)).isEqualTo("254:0");
  }
}
