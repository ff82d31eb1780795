package io.amoeba.linearroad.feed;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * What has been fed so far: records and position reports by simulated second. Written by the
 * feeder, read by any thread.
 */
public final class FeedProgress {
  /** The last second when nothing has been fed. */
  public static final int NONE = -1;

  /** Totals up to and including a second. */
  private record Totals(long records, long reports) {}

  private final ConcurrentSkipListMap<Integer, Totals> totalsBySecond =
      new ConcurrentSkipListMap<>();

  void fed(int second, long records, long reports) {
    Totals before = upTo(Integer.MAX_VALUE);
    totalsBySecond.put(second, new Totals(before.records + records, before.reports + reports));
  }

  private Totals upTo(int second) {
    Map.Entry<Integer, Totals> entry = totalsBySecond.floorEntry(second);
    return entry == null ? new Totals(0, 0) : entry.getValue();
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
