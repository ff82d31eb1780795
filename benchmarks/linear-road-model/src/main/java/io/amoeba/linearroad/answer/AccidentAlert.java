package io.amoeba.linearroad.answer;

import io.amoeba.linearroad.csv.DecimalDigits;

/**
 * Warns a vehicle that crosses into a segment of an accident ahead: {@code
 * 1,Time,Emit,XWay,Seg,Dir,VID}, Seg being the segment of the accident. Immutable.
 */
public record AccidentAlert(int time, long emit, int xway, int segment, int dir, int vid)
    implements Answer {
  /** The type number. */
  public static final int TYPE = 1;

  @Override
  public int type() {
    return TYPE;
  }

  @Override
  public Answer withoutEmit() {
    return new AccidentAlert(time, NO_EMIT, xway, segment, dir, vid);
  }

  @Override
  public int format(byte[] into, int at) {
    int end = DecimalDigits.put(into, at, TYPE);
    end = DecimalDigits.putNext(into, end, time);
    end = DecimalDigits.putNext(into, end, emit);
    end = DecimalDigits.putNext(into, end, xway);
    end = DecimalDigits.putNext(into, end, segment);
    end = DecimalDigits.putNext(into, end, dir);
    return DecimalDigits.putNext(into, end, vid);
  }
}
