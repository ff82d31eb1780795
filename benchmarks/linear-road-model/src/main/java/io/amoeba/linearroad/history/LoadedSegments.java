package io.amoeba.linearroad.history;

import com.carrotsearch.hppc.LongLongHashMap;
import io.amoeba.linearroad.input.InputProblem;
import org.jspecify.annotations.Nullable;

/** A segment history in memory; filled by one thread, then safe for concurrent use. */
final class LoadedSegments implements SegmentHistory {
  private static final long NONE = -1;

  /** Without objects per entry: histories have millions of rows. */
  private final LongLongHashMap lavAndTollByKey = new LongLongHashMap();

  @Nullable InputProblem add(RowParser row, long lineNumber) {
    int dow = row.value(0);
    int tod = row.value(1);
    int xway = row.value(2);
    int dir = row.value(3);
    int segment = row.value(4);
    if (tod % SegmentRow.VALID_MINUTES != 0) {
      return new InputProblem(
          lineNumber, "TOD", String.valueOf(tod), "use a multiple of " + SegmentRow.VALID_MINUTES);
    }
    long lavAndToll = (long) row.value(5) << 32 | row.value(6);
    if (!lavAndTollByKey.putIfAbsent(key(dow, tod, xway, dir, segment), lavAndToll)) {
      return new InputProblem(
          lineNumber,
          "DOW,TOD,XWay,Dir,Seg",
          dow + "," + tod + "," + xway + "," + dir + "," + segment,
          "remove the row; an earlier row has the same five values");
    }
    return null;
  }

  @Override
  public @Nullable SegmentRow row(int dow, int tod, int xway, int dir, int segment) {
    if (tod < 0 || tod > 1440) {
      return null;
    }
    long found = lavAndTollByKey.getOrDefault(key(dow, tod, xway, dir, segment), NONE);
    if (found == NONE) {
      return null;
    }
    return new SegmentRow(dow, tod, xway, dir, segment, (int) (found >> 32), (int) found);
  }

  private static long key(int dow, int tod, int xway, int dir, int segment) {
    return (long) xway << 32 | dow << 20 | tod << 8 | dir << 7 | segment;
  }
}
