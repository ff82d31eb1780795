package io.amoeba.containers.stack;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a container may use at most; null: as the compose file says. Immutable.
 *
 * @param cpus processors, 0.1 at least
 * @param memoryMegabytes which bounds its page cache, too
 * @param reads of a block device
 */
public record Limits(
    @Nullable Double cpus, @Nullable Integer memoryMegabytes, @Nullable Reads reads) {
  /** No limits beyond those of the compose file. */
  public static final Limits AS_GIVEN = new Limits(null, null, null);

  /**
   * How often a container's share of the processors is renewed. Engines' default is ten times as
   * long: a container that has used its share would stand still for tens of milliseconds, and one
   * that waits for many such others gets slower with each of them, which no real host is.
   */
  private static final long CPU_PERIOD_MICROS = 10_000;

  /**
   * The least time on the processors at once. A container whose neighbours take their turns
   * meanwhile begins each of its own with filling the processors' caches again, which no real host
   * has to: with less time the larger part of it.
   */
  private static final long LEAST_CPU_QUOTA_MICROS = 3_000;

  /**
   * So much may be read for each read that is allowed: what Linux reads ahead by default. On hosts
   * that read ahead more, some dozens of reads are a whole file, which no limit of reads slows.
   */
  static final int BYTES_PER_READ = 128 << 10;

  /** As little as was tried. */
  private static final double LEAST_CPUS = 0.1;

  /**
   * Reads that come from the device; long ones count as several of 128 KiB.
   *
   * @param device such as {@code /dev/sda}
   */
  public record Reads(String device, int perSecond) {}

  /** Checks the values. */
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

  /** How often the time that a container may use is renewed. */
  static long cpuPeriodMicros(double cpus) {
    return Math.max(CPU_PERIOD_MICROS, Math.round(LEAST_CPU_QUOTA_MICROS / cpus));
  }

  /** The time on all processors together that a container may use in each period. */
  static long cpuQuotaMicros(double cpus) {
    return Math.round(cpus * cpuPeriodMicros(cpus));
  }

  /** So many processors. */
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
