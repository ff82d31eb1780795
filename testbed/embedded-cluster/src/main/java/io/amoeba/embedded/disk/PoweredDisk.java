package io.amoeba.embedded.disk;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * An ext4 file system of its own whose power can be cut: what was not forced to the disk before is
 * gone, as after a loss of the machine's power. Needs Linux, root, loop devices and Python. Closing
 * removes the file system. Confined to one thread.
 */
public final class PoweredDisk implements AutoCloseable {

  // EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH: not even the file system's journal is
  // written. Until it is mounted again, every access fails with EIO.
  private static final String SHUTDOWN =
      "import fcntl, os, struct, sys;"
          + " fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587d, struct.pack('I', 2))";

  private final Path image;
  private final Path folder;

  private PoweredDisk(Path image, Path folder) {
    this.image = image;
    this.folder = folder;
  }

  /**
   * Makes an empty disk.
   *
   * @param folder where it is mounted; its image is beside it
   * @return empty where none can be mounted
   */
  public static Optional<PoweredDisk> mount(Path folder, int mebibytes) throws IOException {
    Files.createDirectories(folder);
    PoweredDisk disk =
        new PoweredDisk(folder.resolveSibling(folder.getFileName() + ".img"), folder);
    try (RandomAccessFile file = new RandomAccessFile(disk.image.toFile(), "rw")) {
      file.setLength((long) mebibytes << 20);
    }
    if (run("mkfs.ext4", "-q", disk.image.toString()).isPresent() || disk.attach().isPresent()) {
      Files.delete(disk.image);
      return Optional.empty();
    }
    return Optional.of(disk);
  }

  private Optional<String> attach() throws IOException {
    return run("mount", "-o", "loop", image.toString(), folder.toString());
  }

  /** Where it is mounted. */
  public Path folder() {
    return folder;
  }

  /** From now on every access fails. */
  public void cutPower() throws IOException {
    require(run("python3", "-c", SHUTDOWN, folder.toString()));
  }

  /**
   * Mounts what has reached the disk. Nobody may have a file of it open any more.
   *
   * @throws IOException if somebody has
   */
  public void restorePower() throws IOException {
    require(run("umount", folder.toString()));
    require(attach());
  }

  private static void require(Optional<String> failure) throws IOException {
    if (failure.isPresent()) {
      throw new IOException(failure.get());
    }
  }

  /** What the command said, if it has failed. */
  private static Optional<String> run(String... command) throws IOException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0
          ? Optional.empty()
          : Optional.of("%s: %s".formatted(String.join(" ", command), said));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void close() throws IOException {
    require(run("umount", folder.toString()));
    Files.delete(image);
  }
}
