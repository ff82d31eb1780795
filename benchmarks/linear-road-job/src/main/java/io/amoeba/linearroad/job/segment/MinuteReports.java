package io.amoeba.linearroad.job.segment;

import java.util.Arrays;

/**
 * The reports from one place in one minute: per vehicle their number and the sum of their speeds.
 * An open-addressing hash table in three arrays. Mutable, confined to the task thread.
 */
public final class MinuteReports {
  private static final int FIRST_CAPACITY = 16;
  private static final int FREE = -1; // a VID is never negative

  /** The vehicles in no order, with free places between; public, as Flink's POJOs must be. */
  public int[] vids;

  /** Of the vehicle at the same index. */
  public int[] reports;

  /** Speeds of the vehicle at the same index. */
  public int[] sums;

  /** How many there are. */
  public int vehicles;

  /** An empty table. */
  public MinuteReports() {
    this(FIRST_CAPACITY);
  }

  private MinuteReports(int capacity) {
    vids = new int[capacity];
    Arrays.fill(vids, FREE);
    reports = new int[capacity];
    sums = new int[capacity];
  }

  void add(int vid, int speed) {
    add(vid, 1, speed);
  }

  private void add(int vid, int count, int speedSum) {
    int at = find(vid);
    if (vids[at] == FREE) {
      // At most two thirds are taken, so that searches stay short.
      if (3 * (vehicles + 1) > 2 * vids.length) {
        grow();
        at = find(vid);
      }
      vids[at] = vid;
      vehicles++;
    }
    reports[at] += count;
    sums[at] += speedSum;
  }

  void addAll(MinuteReports other) {
    for (int i = 0; i < other.vids.length; i++) {
      if (other.vids[i] != FREE) {
        add(other.vids[i], other.reports[i], other.sums[i]);
      }
    }
  }

  /** The sum of the vehicles' mean speeds, exactly, and how many they are. */
  MinuteSpeeds summary(long place, int minute) {
    long[] sumByReports = new long[4];
    for (int i = 0; i < vids.length; i++) {
      if (vids[i] != FREE) {
        int count = reports[i];
        if (count >= sumByReports.length) {
          sumByReports = Arrays.copyOf(sumByReports, Math.max(count + 1, 2 * sumByReports.length));
        }
        sumByReports[count] += sums[i];
      }
    }
    return new MinuteSpeeds(place, minute, vehicles, sumByReports);
  }

  private void grow() {
    MinuteReports larger = new MinuteReports(2 * vids.length);
    larger.addAll(this);
    vids = larger.vids;
    reports = larger.reports;
    sums = larger.sums;
  }

  private int find(int vid) {
    int mask = vids.length - 1;
    // Fibonacci hashing: VIDs of neighbours in traffic are often consecutive.
    int at = (vid * 0x9E3779B9) >>> 7 & mask;
    while (vids[at] != vid && vids[at] != FREE) {
      at = (at + 1) & mask;
    }
    return at;
  }
}
