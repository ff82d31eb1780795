package io.amoeba.linearroad.job.journey;

import io.amoeba.linearroad.answer.TravelTime;
import io.amoeba.linearroad.input.InputRecord;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.numbers.fraction.BigFraction;
import org.jspecify.annotations.Nullable;

/**
 * The drive of one travel time query (rule 13), which stops where a field of the history is missing
 * and continues when it is there. Confined to one thread.
 */
final class Journey {
  /** Speed for the guess which fields will be needed, in miles per hour; a wrong one costs time. */
  private static final int GUESSED_SPEED = 30;

  private static final int SECONDS_PER_HOUR = 3_600;

  private final InputRecord query;
  private final int step;
  private final Map<String, @Nullable SegmentRows> rowsByField = new HashMap<>();
  private BigFraction elapsedSeconds = BigFraction.ZERO;
  private int segment;
  private long toll;
  private boolean rowMissing;

  Journey(InputRecord query) {
    this.query = query;
    this.step = dirOf(query) == 0 ? 1 : -1;
    this.segment = query.sInit();
  }

  static int dirOf(InputRecord query) {
    return query.sEnd() >= query.sInit() ? 0 : 1;
  }

  /** The fields to request, without known ones. */
  List<String> neededFields() {
    int minute = query.tod() + elapsedMinutes();
    int segmentsLeft = Math.abs(query.sEnd() - segment) + 1;
    int lastMinute = minute + segmentsLeft * 60 / GUESSED_SPEED;
    Set<String> fields = new LinkedHashSet<>();
    for (int at = minute; at <= lastMinute; at++) {
      fields.addAll(List.of(JourneyTable.fieldsAt(query.dow(), at)));
    }
    fields.removeAll(rowsByField.keySet());
    return List.copyOf(fields);
  }

  void put(String field, @Nullable String packed) {
    rowsByField.put(field, packed == null ? null : SegmentRows.unpack(packed));
  }

  /** Drives on; whether the end, or a segment without a row, is reached. */
  boolean drive() {
    while (segment != query.sEnd() + step) {
      int minute = query.tod() + elapsedMinutes();
      String[] fields = JourneyTable.fieldsAt(query.dow(), minute);
      for (String field : fields) {
        if (!rowsByField.containsKey(field)) {
          return false;
        }
      }
      SegmentRows rows = rowsAmong(fields);
      if (rows == null) {
        rowMissing = true;
        return true;
      }
      elapsedSeconds =
          elapsedSeconds.add(BigFraction.of(SECONDS_PER_HOUR, Math.max(1, rows.lav(segment))));
      toll += rows.toll(segment);
      segment += step;
    }
    return true;
  }

  private int elapsedMinutes() {
    return elapsedSeconds.divide(60).intValue();
  }

  private @Nullable SegmentRows rowsAmong(String[] fields) {
    for (String field : fields) {
      SegmentRows rows = rowsByField.get(field);
      if (rows != null && rows.has(segment)) {
        return rows;
      }
    }
    return null;
  }

  /** The answer after the drive; null if the history lacks a row. */
  @Nullable TravelTime answer() {
    if (rowMissing) {
      return null;
    }
    long seconds = elapsedSeconds.bigDecimalValue(0, RoundingMode.CEILING).longValueExact();
    return new TravelTime(query.qid(), seconds, toll);
  }
}
