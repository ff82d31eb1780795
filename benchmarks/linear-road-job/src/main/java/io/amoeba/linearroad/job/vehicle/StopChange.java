package io.amoeba.linearroad.job.vehicle;

import io.amoeba.linearroad.job.type.ValueType;

/** At a time in seconds a vehicle became stopped at a spot, or left it (rule 8). Immutable. */
public record StopChange(int vid, int time, Spot spot, boolean stopped) {
  /** The Flink type. */
  public static final ValueType<StopChange> TYPE =
      ValueType.of(
          StopChange.class,
          (value, out) -> {
            out.writeInt(value.vid);
            out.writeInt(value.time);
            value.spot.write(out);
            out.writeBoolean(value.stopped);
          },
          in -> new StopChange(in.readInt(), in.readInt(), Spot.read(in), in.readBoolean()));
}
