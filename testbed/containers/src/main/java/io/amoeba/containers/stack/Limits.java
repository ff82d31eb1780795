package io.amoeba.containers.stack;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits of a container; null: those of the compose file. Immutable.
 *
 * @param cpus at least 0.1
 * @param memoryMegabytes limits its page cache, too
 */
public record Limits(
    @Nullable Double cpus, @Nullable Integer memoryMegabytes, @Nullable Reads reads) {
  /**
   * Period of the CPU quota. With engines' default, ten times as long, a container without quota
   * left would freeze for tens of milliseconds, and delay every container that waits for it.
   */
  private static final long CPU_PERIOD_MICROS = 10_000;

  /** With a smaller quota, a container spends most of it on refilling the CPUs' caches. */
  private static final long LEAST_CPU_QUOTA_MICROS = 3_000;

  /**
   * Bytes for each allowed read: the default read-ahead of Linux. With more read-ahead a few dozen
   * reads fetch a whole file, which a limit of reads alone would not slow.
   */
  static final int BYTES_PER_READ = 128 << 10;

  /** The lowest tried limit. */
  private static final double LEAST_CPUS = 0.1;

  /**
   * Reads from a block device; long ones count as several of 128 KiB.
   *
   * @param device such as {@code /dev/sda}
   */
  public record Reads(String device, int perSecond) {}

  public Limits {
    List<String> problems = new ArrayList<>();
    if (cpus != null && !(cpus >= LEAST_CPUS)) {
      problems.add("cpus is " + cpus + ": use " + LEAST_CPUS + " at least");
    }
    if (memoryMegabytes != null && memoryMegabytes < 6) {
      problems.add("memoryMegabytes is " + memoryMegabytes + ": engines need 6 at least");
    }
    if (reads != null && reads.perSecond < 1) {
      problems.add("reads.perSecond is " + reads.perSecond + ": use a number above 0");
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
  }

  static long cpuPeriodMicros(double cpus) {
    return Math.max(CPU_PERIOD_MICROS, Math.round(LEAST_CPU_QUOTA_MICROS / cpus));
  }

  /** Time on all CPUs together in each period. */
  static long cpuQuotaMicros(double cpus) {
    return Math.round(cpus * cpuPeriodMicros(cpus));
  }

  public static Limits ofCpus(double cpus) {
    return new Limits(cpus, null, null);
  }

  /** The keys of a compose service. */
  Map<String, Object> composeKeys() {
    Map<String, Object> keys = new LinkedHashMap<>();
    if (cpus != null) {
      // Engines refuse both kinds of limit on one container: this takes away the compose file's.
      keys.put("cpus", 0);
      keys.put("cpu_period", cpuPeriodMicros(cpus));
      keys.put("cpu_quota", cpuQuotaMicros(cpus));
    }
    if (memoryMegabytes != null) {
      keys.put("mem_limit", memoryMegabytes + "m");
    }
    if (reads != null) {
      keys.put(
          "blkio_config",
          Map.of(
              "device_read_iops",
              List.of(Map.of("path", reads.device, "rate", reads.perSecond)),
              "device_read_bps",
              List.of(
                  Map.of("path", reads.device, "rate", (long) reads.perSecond * BYTES_PER_READ))));
    }
    return keys;
  }
}
