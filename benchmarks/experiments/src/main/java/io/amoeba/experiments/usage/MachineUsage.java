package io.amoeba.experiments.usage;

import io.amoeba.experiments.Values;
import io.amoeba.report.Measure;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What a whole Linux machine did, as its kernel counts it, which shows whether the machine itself
 * was the limit. Stateless.
 */
public final class MachineUsage {
  /**
   * What {@link #load} has: parts of the time of all CPUs, busy and stolen by the machine's host;
   * milliseconds of CPU time of a {@link CalibrationLoop}, and per operation of the disk, without
   * what a limit of reads per second adds.
   */
  public static final List<Measure<Values>> MEASURES =
      List.of(
          Values.percent("busyFraction", "busy"),
          Values.percent("stolenFraction", "steal"),
          Values.decimals(2, "workMillis", "loop", ""),
          Values.decimals(1, "millisPerRead", "read", ""),
          Values.decimals(1, "millisPerWrite", "write", ""));

  private static final double NANOS_PER_MILLI = 1e6;

  private static final String ALL_CPUS = "cpu ";
  private static final int FIRST_TICKS = 1;
  private static final int IDLE = 4;
  private static final int WAITING = 5;
  private static final int STOLEN = 8;

  private static final int DISK_NAME = 2;
  private static final int READS = 3;
  private static final int WRITES = 7;
  // Between them are merged operations, and sectors.
  private static final int MILLIS_AFTER_OPERATIONS = 3;

  private MachineUsage() {}

  /**
   * A sample of the kernel's tables since its start: {@code ticks} of all CPUs, 10 ms each as a
   * rule, {@code idleTicks} and {@code stolenTicks} among them; operations of the disk, and their
   * milliseconds, queues of the disk included.
   *
   * @param workNanos of a {@link CalibrationLoop}, at this moment
   * @param stat lines of {@code /proc/stat}
   * @param diskStats lines of {@code /proc/diskstats}
   * @param disk its name, such as {@code sda}
   */
  static Values parse(
      double atSeconds, long workNanos, List<String> stat, List<String> diskStats, String disk) {
    long[] ticks = new long[STOLEN + 1];
    for (String line : stat) {
      if (line.startsWith(ALL_CPUS)) {
        String[] words = line.split(" +", -1);
        for (int i = FIRST_TICKS; i <= STOLEN; i++) {
          ticks[i] = Long.parseLong(words[i]);
        }
      }
    }
    Map<String, Long> numbers = new LinkedHashMap<>();
    numbers.put("ticks", IntStream.rangeClosed(FIRST_TICKS, STOLEN).mapToLong(i -> ticks[i]).sum());
    numbers.put("idleTicks", ticks[IDLE] + ticks[WAITING]);
    numbers.put("stolenTicks", ticks[STOLEN]);
    numbers.put("workNanos", workNanos);
    String[] none = new String[WRITES + MILLIS_AFTER_OPERATIONS + 1];
    Arrays.fill(none, "0");
    String[] words =
        diskStats.stream()
            .map(line -> line.strip().split(" +", -1))
            .filter(each -> each[DISK_NAME].equals(disk))
            .findFirst()
            .orElse(none);
    numbers.put("readOperations", Long.valueOf(words[READS]));
    numbers.put("readMillis", Long.valueOf(words[READS + MILLIS_AFTER_OPERATIONS]));
    numbers.put("writeOperations", Long.valueOf(words[WRITES]));
    numbers.put("writeMillis", Long.valueOf(words[WRITES + MILLIS_AFTER_OPERATIONS]));
    return Values.at(atSeconds, numbers);
  }

  /** The mean load within a time, in seconds since 1970; NaN: not known. */
  public static Values load(List<Values> samples, double from, double to) {
    Values counted = Values.within(samples, from, to);
    Map<String, Double> load = new LinkedHashMap<>();
    load.put("busyFraction", 1 - counted.ratio("idleTicks", "ticks"));
    load.put("stolenFraction", counted.ratio("stolenTicks", "ticks"));
    load.put(
        "workMillis",
        samples.stream()
                .filter(sample -> sample.atSeconds() >= from && sample.atSeconds() <= to)
                .mapToDouble(sample -> sample.get("workNanos"))
                .average()
                .orElse(Double.NaN)
            / NANOS_PER_MILLI);
    load.put("millisPerRead", counted.ratio("readMillis", "readOperations"));
    load.put("millisPerWrite", counted.ratio("writeMillis", "writeOperations"));
    return new Values(load);
  }
}
