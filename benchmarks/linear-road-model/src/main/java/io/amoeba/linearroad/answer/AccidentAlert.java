package io.amoeba.linearroad.answer;

/**
 * Warns a vehicle that crosses into a segment of an accident ahead: {@code
 * 1,Time,Emit,XWay,Seg,Dir,VID}, Seg being the segment of the accident. Immutable.
 */
public record AccidentAlert(int time, long emit, int xway, int segment, int dir, int vid)
    implements Answer {
  public static final int TYPE = 1;

  @Override
  public long[] fields() {
    return new long[] {TYPE, time, emit, xway, segment, dir, vid};
  }
}
