package io.amoeba.linearroad.history;

import java.util.List;

/** A column of a history file with its range. */
record RowField(String title, int least, int greatest) {
  private static final RowField DOW = new RowField("DOW", 1, 7);
  private static final RowField DAY = new RowField("Day", 1, 69);
  private static final RowField TOD = new RowField("TOD", 0, 1440);
  private static final RowField VID = new RowField("VID", 0, Integer.MAX_VALUE);
  private static final RowField XWAY = new RowField("XWay", 0, Integer.MAX_VALUE);
  private static final RowField DIR = new RowField("Dir", 0, 1);
  private static final RowField SEGMENT = new RowField("Seg", 0, 99);
  private static final RowField LAV = new RowField("LAV", 0, 1000);
  private static final RowField TOLL = new RowField("Toll", 0, Integer.MAX_VALUE);

  static final List<RowField> OF_TOLLS = List.of(VID, DAY, XWAY, TOLL);

  static final List<RowField> OF_SEGMENTS = List.of(DOW, TOD, XWAY, DIR, SEGMENT, LAV, TOLL);

  boolean allows(long value) {
    return value >= least && value <= greatest;
  }

  String remedy() {
    return "use an integer from " + least + " to " + greatest;
  }
}
