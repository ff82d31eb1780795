package io.amoeba.linearroad.job.vehicle;

import io.amoeba.linearroad.job.type.ValueType;

/**
 * A vehicle crossed into a place at a time in seconds, not by an exit lane (rule 6). The toll that
 * was announced at {@code chargedCrossing}, a time in seconds or {@link #NONE}, is now charged.
 * Immutable.
 */
public record Crossing(int vid, int time, long place, int chargedCrossing, long appendMillis) {
  /** No toll was pending. */
  public static final int NONE = -1;

  /** The Flink type. */
  public static final ValueType<Crossing> TYPE =
      ValueType.of(
          Crossing.class,
          (value, out) -> {
            out.writeInt(value.vid);
            out.writeInt(value.time);
            out.writeLong(value.place);
            out.writeInt(value.chargedCrossing);
            out.writeLong(value.appendMillis);
          },
          in ->
              new Crossing(in.readInt(), in.readInt(), in.readLong(), in.readInt(), in.readLong()));
}
