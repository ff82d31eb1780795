package io.amoeba.linearroad.job.journey;

/** The rows of the segments of one expressway and direction for five minutes. Immutable. */
final class SegmentRows {
  private static final int NO_ROW = -1;

  private final int[] lavs = new int[JourneyTable.SEGMENTS];
  private final int[] tolls = new int[JourneyTable.SEGMENTS];

  private SegmentRows() {}

  /** Reads what {@link JourneyTable#pack} wrote. */
  static SegmentRows unpack(String packed) {
    SegmentRows rows = new SegmentRows();
    int at = 0;
    for (int segment = 0; segment < JourneyTable.SEGMENTS; segment++) {
      int end = packed.indexOf(';', at);
      if (end < 0) {
        end = packed.length();
      }
      int comma = packed.indexOf(',', at);
      if (at >= end) {
        rows.lavs[segment] = NO_ROW;
      } else {
        rows.lavs[segment] = Integer.parseInt(packed, at, comma, 10);
        rows.tolls[segment] = Integer.parseInt(packed, comma + 1, end, 10);
      }
      at = Math.min(end + 1, packed.length());
    }
    return rows;
  }

  boolean has(int segment) {
    return lavs[segment] != NO_ROW;
  }

  int lav(int segment) {
    return lavs[segment];
  }

  int toll(int segment) {
    return tolls[segment];
  }
}
