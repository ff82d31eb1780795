package io.amoeba.linearroad.history;

/**
 * A row {@code DOW,TOD,XWay,Dir,Seg,LAV,Toll} of the segment history: the average speed in miles
 * per hour and the toll of a segment in the 5 minutes from minute {@code tod} of the day on.
 * Immutable.
 */
public record SegmentRow(int dow, int tod, int xway, int dir, int segment, int lav, int toll) {
  /** Minutes of validity of a row. */
  public static final int VALID_MINUTES = 5;
}
