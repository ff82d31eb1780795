package io.amoeba.linearroad.job.accident;

import io.amoeba.linearroad.job.redis.HashRequest;
import io.amoeba.linearroad.job.segment.SegmentTable;
import io.amoeba.linearroad.job.type.ValueType;

/**
 * In a minute, vehicles that cross into a place are affected by an accident in a segment, the
 * nearest in their direction (rule 10). Immutable.
 */
public record AccidentFlag(long place, int minute, int accidentSegment) {
  /** The Flink type. */
  public static final ValueType<AccidentFlag> TYPE =
      ValueType.of(
          AccidentFlag.class,
          (value, out) -> {
            out.writeLong(value.place);
            out.writeInt(value.minute);
            out.writeByte(value.accidentSegment);
          },
          in -> new AccidentFlag(in.readLong(), in.readInt(), in.readByte()));

  /** The field of the segment table that has it. */
  public HashRequest.SetField in(SegmentTable table) {
    return table.field(
        place, minute, SegmentTable.accidentField(minute), Integer.toString(accidentSegment));
  }
}
