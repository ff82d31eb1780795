package io.amoeba.linearroad.reference;

import io.amoeba.linearroad.answer.TravelTime;
import io.amoeba.linearroad.history.SegmentHistory;
import io.amoeba.linearroad.history.SegmentRow;
import io.amoeba.linearroad.input.InputRecord;
import java.math.RoundingMode;
import org.apache.commons.numbers.fraction.BigFraction;
import org.jspecify.annotations.Nullable;

/** Travel times and tolls from the segment history (rule 13). */
record JourneyEstimate(SegmentHistory history) {
  private static final int MINUTES_PER_DAY = 1440;
  private static final int DAYS_PER_WEEK = 7;
  private static final int SECONDS_PER_HOUR = 3600;

  /** The answer, or null if the history lacks a row. */
  @Nullable TravelTime answer(InputRecord query) {
    int dir = query.sEnd() >= query.sInit() ? 0 : 1;
    int step = dir == 0 ? 1 : -1;
    BigFraction elapsedSeconds = BigFraction.ZERO;
    long toll = 0;
    for (int segment = query.sInit(); segment != query.sEnd() + step; segment += step) {
      int minute = query.tod() + elapsedSeconds.divide(60).intValue();
      SegmentRow row = rowAt(query.dow(), minute, query.xway(), dir, segment);
      if (row == null) {
        return null;
      }
      elapsedSeconds = elapsedSeconds.add(BigFraction.of(SECONDS_PER_HOUR, Math.max(1, row.lav())));
      toll += row.toll();
    }
    long seconds = elapsedSeconds.bigDecimalValue(0, RoundingMode.CEILING).longValueExact();
    return new TravelTime(query.qid(), seconds, toll);
  }

  /** The row valid at a minute, which may be on a later day. */
  private @Nullable SegmentRow rowAt(int dow, int minute, int xway, int dir, int segment) {
    int tod = minute - minute % SegmentRow.VALID_MINUTES;
    SegmentRow row = history.row(dow, tod, xway, dir, segment);
    if (row == null && minute >= MINUTES_PER_DAY) {
      int nextDow = dow == DAYS_PER_WEEK ? 1 : dow + 1;
      return rowAt(nextDow, minute - MINUTES_PER_DAY, xway, dir, segment);
    }
    return row;
  }
}
