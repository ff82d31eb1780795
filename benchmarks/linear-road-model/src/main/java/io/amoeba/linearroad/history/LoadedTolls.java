package io.amoeba.linearroad.history;

import com.carrotsearch.hppc.LongLongHashMap;
import io.amoeba.linearroad.input.InputProblem;
import org.jspecify.annotations.Nullable;

/** A toll history in memory; filled by one thread, then safe for concurrent use. */
final class LoadedTolls implements TollHistory {
  /** Expressways that fit into the packed key beside 31 bits of VID and 7 of day. */
  private static final int MAX_XWAY = (1 << 25) - 1;

  /** Without objects per entry: histories have millions of rows. */
  private final LongLongHashMap tollByKey = new LongLongHashMap();

  @Nullable InputProblem add(RowParser row, long lineNumber) {
    int vid = row.value(0);
    int day = row.value(1);
    int xway = row.value(2);
    if (xway > MAX_XWAY) {
      return new InputProblem(
          lineNumber, "XWay", String.valueOf(xway), "use an integer from 0 to " + MAX_XWAY);
    }
    if (!tollByKey.putIfAbsent(key(vid, day, xway), row.value(3))) {
      return new InputProblem(
          lineNumber,
          "VID,Day,XWay",
          vid + "," + day + "," + xway,
          "remove the row; an earlier row has the same three values");
    }
    return null;
  }

  @Override
  public int toll(int vid, int day, int xway) {
    if (xway > MAX_XWAY) {
      return 0;
    }
    return (int) tollByKey.getOrDefault(key(vid, day, xway), 0);
  }

  private static long key(int vid, int day, int xway) {
    return (long) vid << 32 | (long) day << 25 | xway;
  }
}
