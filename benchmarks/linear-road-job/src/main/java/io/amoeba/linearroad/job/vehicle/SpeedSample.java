package io.amoeba.linearroad.job.vehicle;

import io.amoeba.linearroad.job.type.ValueType;

/** What the statistics need of a position report: speed in miles per hour. Immutable. */
public record SpeedSample(long place, int vid, int speed) {
  /** The Flink type. */
  public static final ValueType<SpeedSample> TYPE =
      ValueType.of(
          SpeedSample.class,
          (value, out) -> {
            out.writeLong(value.place);
            out.writeInt(value.vid);
            out.writeByte(value.speed);
          },
          in -> new SpeedSample(in.readLong(), in.readInt(), in.readByte()));
}
