package io.amoeba.experiments.usage;

import io.amoeba.containers.engine.ContainerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Follows what this machine does, until closed; on another system than Linux it sees nothing. Safe
 * for concurrent use.
 */
public final class MachineWatch implements AutoCloseable {
  private static final Path STAT = Path.of("/proc/stat");
  private static final Path DISK_STATS = Path.of("/proc/diskstats");
  private static final double MILLIS_PER_SECOND = 1e3;

  private final Path stat;
  private final Path diskStats;
  private final FixedWork work = new FixedWork();
  private final List<MachineUsage> seen = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread daemon = new Thread(task, "machine-watch");
            daemon.setDaemon(true);
            return daemon;
          });

  private volatile @Nullable ContainerException failure;

  MachineWatch(Path stat, Path diskStats) {
    this.stat = stat;
    this.diskStats = diskStats;
  }

  /**
   * Begins to follow.
   *
   * @param disk that matters, such as {@code /dev/sda}; none for none
   * @param period between two looks
   */
  public static MachineWatch begin(Optional<String> disk, Duration period) {
    MachineWatch watch = new MachineWatch(STAT, DISK_STATS);
    if (Files.isReadable(STAT) && Files.isReadable(DISK_STATS)) {
      String name = disk.map(path -> path.substring(path.lastIndexOf('/') + 1)).orElse("");
      watch.thread.scheduleAtFixedRate(
          () -> watch.look(name), 0, period.toMillis(), TimeUnit.MILLISECONDS);
    }
    return watch;
  }

  void look(String disk) {
    long workNanos = work.nanos();
    try {
      seen.add(
          MachineUsage.parse(
              System.currentTimeMillis() / MILLIS_PER_SECOND,
              workNanos,
              Files.readAllLines(stat),
              Files.readAllLines(diskStats),
              disk));
    } catch (IOException | RuntimeException e) {
      failure = new ContainerException("What this machine does cannot be read: " + e, e);
      thread.shutdown();
    }
  }

  /**
   * What was seen so far, in the order of time.
   *
   * @throws ContainerException if something could not be read: the series ends there
   */
  public List<MachineUsage> all() {
    ContainerException failed = failure;
    if (failed != null) {
      throw failed;
    }
    return List.copyOf(seen);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
