package io.amoeba.experiments.usage;

import io.amoeba.containers.stack.Container;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a container had used until a moment since its start, as its control groups count it.
 * Immutable.
 *
 * @param atSeconds since 1970
 * @param cpuNanos time on processors
 * @param reads from block devices
 * @param pageCacheBytes what it has of files in memory, at this moment
 */
public record ContainerUsage(
    double atSeconds, long cpuNanos, DiskReads reads, long pageCacheBytes) {
  /** What a container has read from block devices since its start. Immutable. */
  public record DiskReads(long operations, long bytes) {
    /** What came after an earlier state. */
    public DiskReads since(DiskReads earlier) {
      return new DiskReads(operations - earlier.operations, bytes - earlier.bytes);
    }
  }

  /**
   * What a container used within a time. Immutable.
   *
   * @param seconds more than 0
   */
  public record Used(double seconds, DiskReads reads, long cpuNanos) {
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * Within a time, as exactly as the samples tell; empty if they tell nothing.
     *
     * @param from seconds since 1970
     */
    public static Optional<Used> between(List<ContainerUsage> samples, double from, double to) {
      Optional<ContainerUsage> begin =
          samples.stream().filter(sample -> sample.atSeconds() >= from).findFirst();
      Optional<ContainerUsage> end =
          samples.stream()
              .filter(sample -> sample.atSeconds() <= to)
              .reduce((earlier, later) -> later);
      if (begin.isEmpty() || end.isEmpty() || begin.get().atSeconds() >= end.get().atSeconds()) {
        return Optional.empty();
      }
      return Optional.of(
          new Used(
              end.get().atSeconds() - begin.get().atSeconds(),
              end.get().reads().since(begin.get().reads()),
              end.get().cpuNanos() - begin.get().cpuNanos()));
    }

    /** How many processors, on average. */
    public double processors() {
      return cpuNanos / NANOS_PER_SECOND / seconds;
    }
  }

  // A container has the files of version 1 of control groups, or those of version 2.
  private static final String READS = "/sys/fs/cgroup/blkio/blkio.throttle.io_serviced";
  private static final String READ_BYTES = "/sys/fs/cgroup/blkio/blkio.throttle.io_service_bytes";
  private static final String CPU = "/sys/fs/cgroup/cpuacct/cpuacct.usage";
  private static final String MEMORY = "/sys/fs/cgroup/memory/memory.stat";
  private static final String READS_2 = "/sys/fs/cgroup/io.stat";
  private static final String CPU_2 = "/sys/fs/cgroup/cpu.stat";
  private static final String MEMORY_2 = "/sys/fs/cgroup/memory.stat";

  private static final String TIME = "time";
  private static final long NANOS_PER_MICRO = 1_000;

  /** Tells it, each line with the name of a file before it; the time comes last. */
  static final String COMMAND =
      "grep -sHE 'Read|rios=|^usage_usec |^[0-9]+$|^total_cache |^file ' "
          + String.join(" ", READS, READ_BYTES, CPU, MEMORY, READS_2, CPU_2, MEMORY_2)
          + "; date +%s:%%s.%%N".formatted(TIME);

  /** Until now. */
  public static ContainerUsage of(Container container) {
    return parse(container.exec("sh", "-c", COMMAND)).get(0);
  }

  /** What the command told, any number of times; what it has not told to its end does not count. */
  static List<ContainerUsage> parse(String told) {
    List<ContainerUsage> all = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (String line : told.substring(0, told.lastIndexOf('\n') + 1).lines().toList()) {
      lines.add(line);
      if (line.startsWith(TIME)) {
        all.add(moment(lines));
        lines.clear();
      }
    }
    return all;
  }

  private static ContainerUsage moment(List<String> lines) {
    double at = 0;
    long cpuNanos = 0;
    long operations = 0;
    long bytes = 0;
    long pageCacheBytes = 0;
    for (String line : lines) {
      int colon = line.indexOf(':');
      String[] words = line.substring(colon + 1).strip().split(" +", -1);
      String last = words[words.length - 1];
      switch (line.substring(0, colon)) {
        case READS -> operations += Long.parseLong(last);
        case READ_BYTES -> bytes += Long.parseLong(last);
        case READS_2 -> {
          operations += sum(words, "rios=");
          bytes += sum(words, "rbytes=");
        }
        case CPU -> cpuNanos = Long.parseLong(last);
        case CPU_2 -> cpuNanos = Long.parseLong(last) * NANOS_PER_MICRO;
        case TIME -> at = Double.parseDouble(last);
        default -> pageCacheBytes = Long.parseLong(last);
      }
    }
    return new ContainerUsage(at, cpuNanos, new DiskReads(operations, bytes), pageCacheBytes);
  }

  private static long sum(String[] words, String key) {
    long sum = 0;
    for (String word : words) {
      sum += word.startsWith(key) ? Long.parseLong(word.substring(key.length())) : 0;
    }
    return sum;
  }
}
