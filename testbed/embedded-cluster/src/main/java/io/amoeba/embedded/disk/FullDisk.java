package io.amoeba.embedded.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A file system of its own on which nothing is free. Needs Linux and root; closing removes it.
 * Confined to one thread.
 */
public final class FullDisk implements AutoCloseable {

  private final Path folder;

  private FullDisk(Path folder) {
    this.folder = folder;
  }

  /**
   * Fills a new disk.
   *
   * @return empty where none can be mounted
   */
  public static Optional<FullDisk> mount(Path folder) throws IOException {
    Files.createDirectories(folder);
    if (DiskCommand.run("mount", "-t", "tmpfs", "-o", "size=64k", "amoeba-test", folder.toString())
        .isPresent()) {
      return Optional.empty();
    }
    FullDisk disk = new FullDisk(folder);
    try {
      Files.write(folder.resolve("filler"), new byte[1 << 20]);
      disk.close();
      throw new IllegalStateException("the disk takes more than it has");
    } catch (IOException e) {
      return Optional.of(disk); // as wanted: it took what it could
    }
  }

  /** Where it is mounted. */
  public Path folder() {
    return folder;
  }

  @Override
  public void close() throws IOException {
    DiskCommand.require("umount", folder.toString());
  }
}
