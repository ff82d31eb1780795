package io.amoeba.linearroad.job.segment;

import io.amoeba.linearroad.job.redis.HashRequest;
import io.amoeba.linearroad.job.type.ValueType;

/**
 * LAV in miles per hour and NOV that are valid for a place in a minute (rules 3 and 4). Immutable.
 */
public record Statistics(long place, int minute, int lav, int nov) {
  /** The Flink type. */
  public static final ValueType<Statistics> TYPE =
      ValueType.of(
          Statistics.class,
          (value, out) -> {
            out.writeLong(value.place);
            out.writeInt(value.minute);
            out.writeInt(value.lav);
            out.writeInt(value.nov);
          },
          in -> new Statistics(in.readLong(), in.readInt(), in.readInt(), in.readInt()));

  /** The field of the segment table that has them. */
  public HashRequest.SetField in(SegmentTable table) {
    return table.field(place, minute, SegmentTable.statisticsField(minute), lav + "," + nov);
  }
}
