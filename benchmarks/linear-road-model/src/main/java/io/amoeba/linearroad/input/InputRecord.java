package io.amoeba.linearroad.input;

/**
 * One line of Linear Road input, its 15 integers in their original order; a field that the type
 * does not use is -1. Types: 0 position report, 2 account balance query, 3 daily expenditure query,
 * 4 travel time query. Times in seconds, speed in miles per hour, position in feet. Immutable.
 */
public record InputRecord(
    int type,
    int time,
    int vid,
    int speed,
    int xway,
    int lane,
    int dir,
    int segment,
    int position,
    int qid,
    int sInit,
    int sEnd,
    int dow,
    int tod,
    int day)
    implements InputLine {
  public static final int POSITION_REPORT = 0;
  public static final int BALANCE_QUERY = 2;
  public static final int EXPENDITURE_QUERY = 3;
  public static final int TRAVEL_TIME_QUERY = 4;

  /** The lane of entry ramps. */
  public static final int ENTRY_LANE = 0;

  /** The lane of exit ramps. */
  public static final int EXIT_LANE = 4;

  /** The length of a segment in feet. */
  public static final int SEGMENT_FEET = 5280;

  public static InputRecord positionReport(
      int time, int vid, int speed, int xway, int lane, int dir, int segment, int position) {
    return new InputRecord(
        POSITION_REPORT,
        time,
        vid,
        speed,
        xway,
        lane,
        dir,
        segment,
        position,
        -1,
        -1,
        -1,
        -1,
        -1,
        -1);
  }

  /** A query for the tolls charged to a vehicle so far. */
  public static InputRecord balanceQuery(int time, int vid, int qid) {
    return new InputRecord(
        BALANCE_QUERY, time, vid, -1, -1, -1, -1, -1, -1, qid, -1, -1, -1, -1, -1);
  }

  /** A query for the tolls of a vehicle on one expressway on one of the last 69 days. */
  public static InputRecord expenditureQuery(int time, int vid, int xway, int qid, int day) {
    return new InputRecord(
        EXPENDITURE_QUERY, time, vid, -1, xway, -1, -1, -1, -1, qid, -1, -1, -1, -1, day);
  }

  /** A query for the time and toll of a journey between two segments of an expressway. */
  public static InputRecord travelTimeQuery(
      int time, int vid, int xway, int qid, int sInit, int sEnd, int dow, int tod) {
    return new InputRecord(
        TRAVEL_TIME_QUERY, time, vid, -1, xway, -1, -1, -1, -1, qid, sInit, sEnd, dow, tod, -1);
  }
}
