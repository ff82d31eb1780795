package io.amoeba.embedded.disk;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

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

  /** Processes that a killed server has started end when they write to their disk. */
  private static final Duration RELEASE = Duration.ofSeconds(20);

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
    if (DiskCommand.run("mkfs.ext4", "-q", disk.image.toString()).isPresent()
        || DiskCommand.run(disk.attach()).isPresent()) {
      Files.delete(disk.image);
      return Optional.empty();
    }
    return Optional.of(disk);
  }

  private String[] attach() {
    return new String[] {"mount", "-o", "loop", image.toString(), folder.toString()};
  }

  /** Where it is mounted. */
  public Path folder() {
    return folder;
  }

  /** From now on every access fails. */
  public void cutPower() throws IOException {
    DiskCommand.require("python3", "-c", SHUTDOWN, folder.toString());
  }

  /**
   * Mounts what has reached the disk. Nobody may have a file of it open any more, but for processes
   * that are about to end.
   *
   * @throws IOException if somebody has
   */
  public void restorePower() throws IOException {
    unmount();
    DiskCommand.require(attach());
  }

  /** Numbered changes of files, each of which is on the disk when it returns. */
  public interface Changes {
    void make(long number) throws IOException;
  }

  /**
   * Makes changes one after the other, cuts the power in the middle of them, and restores it.
   *
   * @param first the number of the first one
   * @param enough the power is cut when the change of this number has returned, or a later one
   * @return the last one that returned; the next one may have reached the disk, too
   * @throws ExecutionException if a change fails otherwise than for lack of power
   */
  public long cutPowerDuring(long first, long enough, Changes changes)
      throws IOException, InterruptedException, ExecutionException {
    AtomicLong returned = new AtomicLong(first - 1);
    CountDownLatch cut = new CountDownLatch(1);
    FutureTask<Void> endless =
        new FutureTask<>(
            () -> {
              try {
                for (long number = first; ; number++) {
                  changes.make(number);
                  returned.set(number);
                  if (number == enough) {
                    cut.countDown();
                  }
                }
              } finally {
                cut.countDown();
              }
            });
    new Thread(endless, "changes").start();
    cut.await();
    cutPower();
    try {
      endless.get();
    } catch (ExecutionException e) {
      if (!causedByDisk(e)) {
        throw e;
      }
    }
    restorePower();
    return returned.get();
  }

  /** A change may say in its own words what the disk refused. */
  private static boolean causedByDisk(ExecutionException failure) {
    return Stream.iterate(failure.getCause(), Objects::nonNull, Throwable::getCause)
        .anyMatch(IOException.class::isInstance);
  }

  /**
   * Takes all that is free.
   *
   * @return the file to delete for room
   */
  public Path fill() throws IOException {
    Path filler = folder.resolve("filler");
    byte[] block = new byte[4_096];
    try (OutputStream file = Files.newOutputStream(filler)) {
      while (true) {
        file.write(block);
      }
    } catch (IOException full) {
      return filler;
    }
  }

  private void unmount() throws IOException {
    DiskCommand.eventually(RELEASE, "umount", folder.toString());
  }

  @Override
  public void close() throws IOException {
    unmount();
    Files.delete(image);
  }
}
