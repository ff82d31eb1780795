package io.amoeba.linearroad.feed;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Numbers of records and position reports that were fed, by simulated second. Written by the
 * feeder, read by any thread.
 */
public final class FeedProgress {
  /** The last second when nothing has been fed. */
  public static final int NONE = -1;

  /** Totals up to and including a second, and the offsets behind it. */
  private record Totals(long records, long reports, List<Long> offsets) {
    boolean isWithin(long[] consumed) {
      for (int partition = 0; partition < offsets.size(); partition++) {
        if (consumed[partition] < offsets.get(partition)) {
          return false;
        }
      }
      return true;
    }
  }

  private final ConcurrentSkipListMap<Integer, Totals> totalsBySecond =
      new ConcurrentSkipListMap<>();
  private volatile List<Long> endOffsets = List.of();
  private int consumedSecond = NONE;

  void fed(int second, long records, long reports, List<Long> offsets) {
    Totals before = upTo(Integer.MAX_VALUE);
    totalsBySecond.put(
        second, new Totals(before.records + records, before.reports + reports, offsets));
  }

  void ended(List<Long> offsets) {
    endOffsets = offsets;
  }

  /**
   * The last second of which everything was read.
   *
   * @param consumed offset behind the last record that was read, for each partition
   */
  public synchronized int consumedSecond(long[] consumed) {
    // Offsets of a job that was reset are smaller than before; earlier progress still counts.
    for (Map.Entry<Integer, Totals> next :
        totalsBySecond.tailMap(consumedSecond, false).entrySet()) {
      if (!next.getValue().isWithin(consumed)) {
        break;
      }
      consumedSecond = next.getKey();
    }
    return consumedSecond;
  }

  /** Whether everything was read, the last tick too. */
  public boolean isConsumed(long[] consumed) {
    return !endOffsets.isEmpty() && new Totals(0, 0, endOffsets).isWithin(consumed);
  }

  private Totals upTo(int second) {
    Map.Entry<Integer, Totals> entry = totalsBySecond.floorEntry(second);
    return entry == null ? new Totals(0, 0, List.of()) : entry.getValue();
  }

  /** The last second that was fed completely. */
  public int lastSecond() {
    Map.Entry<Integer, Totals> last = totalsBySecond.lastEntry();
    return last == null ? NONE : last.getKey();
  }

  /** All records of all types. */
  public long records() {
    return upTo(Integer.MAX_VALUE).records;
  }

  /** All position reports. */
  public long positionReports() {
    return upTo(Integer.MAX_VALUE).reports;
  }

  /** Records of all types up to and including a second. */
  public long recordsUpTo(int second) {
    return upTo(second).records;
  }

  /** Position reports up to and including a second. */
  public long positionReportsUpTo(int second) {
    return upTo(second).reports;
  }
}
