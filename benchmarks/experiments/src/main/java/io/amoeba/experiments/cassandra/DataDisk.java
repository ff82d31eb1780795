package io.amoeba.experiments.cassandra;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.stack.BlockDevice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The block device that nodes keep their data on. Immutable.
 *
 * @param device such as {@code /dev/sda}
 * @param readAheadKibibytes maximum that the kernel reads at once of a file that is read in order
 */
public record DataDisk(String device, int readAheadKibibytes) {
  static final int USUAL_READ_AHEAD_KIBIBYTES = 128;

  /** The disk of the engine. */
  public static DataDisk of(Engine engine) {
    String device =
        BlockDevice.of(Path.of(engine.docker("info", "--format", "{{.DockerRootDir}}").strip()));
    try {
      return new DataDisk(
          device, Integer.parseInt(Files.readString(readAheadFile(device)).strip()));
    } catch (IOException | NumberFormatException e) {
      throw new ContainerException("The read-ahead of %s is not known: %s".formatted(device, e), e);
    }
  }

  private static Path readAheadFile(String device) {
    return Path.of(
        "/sys/block", device.substring(device.lastIndexOf('/') + 1), "queue/read_ahead_kb");
  }

  /**
   * Why a limit of reads differs from the same limit on most machines, where a stream reads less at
   * once, and the remedy. Empty if it does not.
   */
  public Optional<String> warning() {
    return readAheadKibibytes <= USUAL_READ_AHEAD_KIBIBYTES
        ? Optional.empty()
        : Optional.of(
            "%s is read ahead by %d KiB: streams need fewer reads than usual, up to the limit of bytes, and leave more of them to clients; as on most machines: echo %d >%s"
                .formatted(
                    device, readAheadKibibytes, USUAL_READ_AHEAD_KIBIBYTES, readAheadFile(device)));
  }
}
