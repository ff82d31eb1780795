package io.amoeba.linearroad.history;

import io.amoeba.linearroad.csv.DecimalDigits;

/**
 * A row {@code VID,Day,XWay,Toll} of the toll history: the toll of a vehicle on an expressway on
 * one of the days 1 (yesterday) to 69. Immutable.
 */
public record TollRow(int vid, int day, int xway, int toll) {
  /** Room that any formatted row fits into. */
  public static final int MAX_LINE_BYTES = 4 * 12;

  /** Writes the row, without line feed, and returns the offset after its last byte. */
  public int format(byte[] into, int at) {
    return DecimalDigits.putAll(into, at, vid, day, xway, toll);
  }
}
