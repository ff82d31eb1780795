package io.amoeba.linearroad.job.vehicle;

import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.job.segment.Places;
import io.amoeba.linearroad.job.type.ValueType;

/**
 * A position report. Time in seconds, speed in miles per hour, position in feet, append time in
 * milliseconds; the place packs expressway, direction and segment ({@link Places}). Immutable.
 */
public record Report(
    int time, int vid, int speed, long place, int lane, int position, long appendMillis) {
  /** The Flink type. */
  public static final ValueType<Report> TYPE =
      ValueType.of(
          Report.class,
          (value, out) -> {
            out.writeInt(value.time);
            out.writeInt(value.vid);
            out.writeByte(value.speed);
            out.writeLong(value.place);
            out.writeByte(value.lane);
            out.writeInt(value.position);
            out.writeLong(value.appendMillis);
          },
          in ->
              new Report(
                  in.readInt(),
                  in.readInt(),
                  in.readByte(),
                  in.readLong(),
                  in.readByte(),
                  in.readInt(),
                  in.readLong()));

  /** The report of a valid input record of type 0. */
  public static Report of(InputRecord input, long appendMillis) {
    return new Report(
        input.time(),
        input.vid(),
        input.speed(),
        Places.of(input.xway(), input.dir(), input.segment()),
        input.lane(),
        input.position(),
        appendMillis);
  }
}
