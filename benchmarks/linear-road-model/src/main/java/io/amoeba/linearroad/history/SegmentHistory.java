package io.amoeba.linearroad.history;

import org.jspecify.annotations.Nullable;

/** The past speeds and tolls of segments. Implementations are safe for concurrent use. */
@FunctionalInterface
public interface SegmentHistory {
  /**
   * The row with exactly this day of the week and this minute of the day; null if there is none.
   */
  @Nullable SegmentRow row(int dow, int tod, int xway, int dir, int segment);

  /** A history without rows: no travel time can be answered. */
  static SegmentHistory empty() {
    return (dow, tod, xway, dir, segment) -> null;
  }
}
