package io.amoeba.linearroad.job.account;

import io.amoeba.linearroad.job.type.ValueType;

/**
 * At a crossing, a time in seconds, a toll is announced, and the toll announced at {@code
 * chargedCrossing} is charged (-1: none). Immutable.
 */
public record AccountEvent(int vid, int time, long announcedToll, int chargedCrossing) {
  /** The Flink type. */
  public static final ValueType<AccountEvent> TYPE =
      ValueType.of(
          AccountEvent.class,
          (value, out) -> {
            out.writeInt(value.vid);
            out.writeInt(value.time);
            out.writeLong(value.announcedToll);
            out.writeInt(value.chargedCrossing);
          },
          in -> new AccountEvent(in.readInt(), in.readInt(), in.readLong(), in.readInt()));

  /** Whether it can never change a balance. */
  public boolean isVoid() {
    return announcedToll == 0 && chargedCrossing < 0;
  }
}
