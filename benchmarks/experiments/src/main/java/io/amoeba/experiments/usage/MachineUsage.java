package io.amoeba.experiments.usage;

import java.util.List;

/**
 * What a whole Linux machine had done until a moment since its start, as its kernel counts it.
 * Immutable.
 *
 * @param atSeconds since 1970
 * @param ticks of all its processors together, 10 ms each as a rule
 * @param idleTicks of those, the ones with nothing to do, or nothing but to wait for disks
 * @param stolenTicks of those, the ones that the machine wanted and its own host gave to others
 * @param workNanos processor time of a {@link FixedWork}, at this moment
 * @param reads of its disk
 * @param writes to its disk
 */
public record MachineUsage(
    double atSeconds,
    long ticks,
    long idleTicks,
    long stolenTicks,
    long workNanos,
    DiskWork reads,
    DiskWork writes) {
  /**
   * Reads, or writes, that a disk has done until a moment. Immutable.
   *
   * @param operations done
   * @param millis how long all of them took, one by one, queues of the disk included
   */
  public record DiskWork(long operations, long millis) {
    static final DiskWork NONE = new DiskWork(0, 0);

    // Between them are what was merged, and sectors.
    private static final int MILLIS_AFTER_OPERATIONS = 3;

    /**
     * Of a line of {@code /proc/diskstats}.
     *
     * @param first index of the word with the number of operations
     */
    static DiskWork parse(String[] words, int first) {
      return new DiskWork(
          Long.parseLong(words[first]), Long.parseLong(words[first + MILLIS_AFTER_OPERATIONS]));
    }

    /** How long each took on average since an earlier state; NaN if there was none. */
    double millisPerOperation(DiskWork earlier) {
      return (millis - earlier.millis) / (double) (operations - earlier.operations);
    }
  }

  private static final String ALL_PROCESSORS = "cpu ";
  private static final int FIRST_TICKS = 1;
  private static final int IDLE = 4;
  private static final int WAITING = 5;
  private static final int STOLEN = 8;

  private static final int DISK_NAME = 2;
  private static final int READS = 3;
  private static final int WRITES = 7;

  /**
   * Reads the kernel's tables.
   *
   * @param workNanos of a {@link FixedWork}
   * @param stat lines of {@code /proc/stat}
   * @param diskStats lines of {@code /proc/diskstats}
   * @param disk its name, such as {@code sda}
   */
  static MachineUsage parse(
      double atSeconds, long workNanos, List<String> stat, List<String> diskStats, String disk) {
    long[] ticks = new long[STOLEN + 1];
    for (String line : stat) {
      if (line.startsWith(ALL_PROCESSORS)) {
        String[] words = line.split(" +", -1);
        for (int i = FIRST_TICKS; i <= STOLEN; i++) {
          ticks[i] = Long.parseLong(words[i]);
        }
      }
    }
    long all = 0;
    for (long part : ticks) {
      all += part;
    }
    DiskWork reads = DiskWork.NONE;
    DiskWork writes = DiskWork.NONE;
    for (String line : diskStats) {
      String[] words = line.strip().split(" +", -1);
      if (words[DISK_NAME].equals(disk)) {
        reads = DiskWork.parse(words, READS);
        writes = DiskWork.parse(words, WRITES);
      }
    }
    return new MachineUsage(
        atSeconds, all, ticks[IDLE] + ticks[WAITING], ticks[STOLEN], workNanos, reads, writes);
  }
}
