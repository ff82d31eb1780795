package io.amoeba.experiments.usage;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.experiments.Values;
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
 * Samples what this machine does, until closed; no samples on another system than Linux. Safe for
 * concurrent use.
 */
public final class MachineWatch implements AutoCloseable {
  private static final Path STAT = Path.of("/proc/stat");
  private static final Path DISK_STATS = Path.of("/proc/diskstats");

  private final Path stat;
  private final Path diskStats;
  private final CalibrationLoop work = new CalibrationLoop();
  private final List<Values> samples = new CopyOnWriteArrayList<>();
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
   * Starts sampling.
   *
   * @param disk such as {@code /dev/sda}; its operations are sampled, too
   */
  public static MachineWatch start(Optional<String> disk, Duration period) {
    MachineWatch watch = new MachineWatch(STAT, DISK_STATS);
    if (Files.isReadable(STAT) && Files.isReadable(DISK_STATS)) {
      String name = disk.map(path -> path.substring(path.lastIndexOf('/') + 1)).orElse("");
      watch.thread.scheduleAtFixedRate(
          () -> watch.sample(name), 0, period.toMillis(), TimeUnit.MILLISECONDS);
    }
    return watch;
  }

  void sample(String disk) {
    long workNanos = work.nanos();
    try {
      samples.add(
          MachineUsage.parse(
              Values.nowSeconds(),
              workNanos,
              Files.readAllLines(stat),
              Files.readAllLines(diskStats),
              disk));
    } catch (IOException | RuntimeException e) {
      failure = new ContainerException("The load of this machine cannot be read: " + e, e);
      thread.shutdown();
    }
  }

  /**
   * All samples so far.
   *
   * @throws ContainerException if sampling failed, at which the series ends
   */
  public List<Values> samples() {
    ContainerException failed = failure;
    if (failed != null) {
      throw failed;
    }
    return List.copyOf(samples);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
