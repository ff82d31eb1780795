package io.amoeba.linearroad.job.journey;

import io.amoeba.linearroad.history.SegmentRow;
import io.amoeba.partitioner.placement.HashSlot;

/**
 * The Redis table of the segment history. Hash {@code {t:<xway>-<dir>}} has the field {@code
 * <dow>-<tod>} = the rows of the 100 segments valid for five minutes from minute {@code tod} of the
 * day, {@code <LAV>,<Toll>} or nothing, separated by semicolons. Stateless.
 */
public final class JourneyTable {
  /** Segments of an expressway. */
  static final int SEGMENTS = 100;

  static final int MINUTES_PER_DAY = 1440;
  private static final int DAYS_PER_WEEK = 7;

  private JourneyTable() {}

  /** The key of an expressway and direction. */
  public static String key(int xway, int dir) {
    return "{t:" + xway + "-" + dir + "}";
  }

  /** The hash slot of a key. */
  public static int hashSlot(int xway, int dir) {
    return HashSlot.of(key(xway, dir));
  }

  /** The field of a day of the week and a minute of the day, a multiple of 5 up to 1440. */
  public static String field(int dow, int tod) {
    return dow + "-" + tod;
  }

  /**
   * The fields for a minute counted from the beginning of day {@code dow}, the first one that has a
   * row for a segment being valid. The history may have rows for minute 1440, which is also minute
   * 0 of the next day.
   */
  static String[] fieldsAt(int dow, int minute) {
    int day = dow - 1;
    int tod = minute - minute % SegmentRow.VALID_MINUTES;
    while (tod > MINUTES_PER_DAY) {
      tod -= MINUTES_PER_DAY;
      day++;
    }
    String field = field(day % DAYS_PER_WEEK + 1, tod);
    if (tod < MINUTES_PER_DAY) {
      return new String[] {field};
    }
    return new String[] {field, field((day + 1) % DAYS_PER_WEEK + 1, 0)};
  }
}
