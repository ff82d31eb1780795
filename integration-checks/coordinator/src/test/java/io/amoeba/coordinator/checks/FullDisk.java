package io.amoeba.coordinator.checks;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system of its own on which nothing is free. Needs to be root; closing removes it. */
final class FullDisk implements AutoCloseable {

  private final Path folder;

  private FullDisk(Path folder) {
    this.folder = folder;
  }

  /** Skips the test where no file system can be mounted. */
  static FullDisk mount(Path folder) throws IOException {
    Files.createDirectories(folder);
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=64k", "amoeba-test", folder.toString()),
        "only root can mount a small file system");
    FullDisk disk = new FullDisk(folder);
    try {
      Files.write(folder.resolve("filler"), new byte[1 << 20]);
      disk.close();
      throw new IllegalStateException("the disk takes more than it has");
    } catch (IOException e) {
      return disk; // as wanted: it took what it could
    }
  }

  Path folder() {
    return folder;
  }

  private static boolean run(String... command) throws IOException {
    try {
      return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void close() throws IOException {
    if (!run("umount", folder.toString())) {
      throw new IOException(folder + " is still mounted");
    }
  }
}
