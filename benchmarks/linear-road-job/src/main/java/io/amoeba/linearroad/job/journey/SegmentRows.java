package io.amoeba.linearroad.job.journey;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The rows of the segments of one expressway and direction for five minutes; {@link JourneyTable}
 * has their text. Confined to one thread.
 */
public final class SegmentRows {
  private static final int NO_ROW = -1;

  private final int[] lavs = new int[JourneyTable.SEGMENTS];
  private final int[] tolls = new int[JourneyTable.SEGMENTS];

  /** Without rows. */
  public SegmentRows() {
    Arrays.fill(lavs, NO_ROW);
  }

  /** Reads what {@link #pack} wrote. */
  static SegmentRows unpack(String packed) {
    SegmentRows rows = new SegmentRows();
    String[] texts = packed.split(";", -1);
    for (int segment = 0; segment < texts.length; segment++) {
      int comma = texts[segment].indexOf(',');
      if (comma > 0) {
        rows.put(
            segment,
            Integer.parseInt(texts[segment].substring(0, comma)),
            Integer.parseInt(texts[segment].substring(comma + 1)));
      }
    }
    return rows;
  }

  /** Adds a row. */
  public void put(int segment, int lav, int toll) {
    lavs[segment] = lav;
    tolls[segment] = toll;
  }

  /** The value of a field. */
  public String pack() {
    return IntStream.range(0, JourneyTable.SEGMENTS)
        .mapToObj(segment -> has(segment) ? lavs[segment] + "," + tolls[segment] : "")
        .collect(Collectors.joining(";"));
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
