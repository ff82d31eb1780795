package io.amoeba.linearroad.answer;

/**
 * Announces the toll of a segment to a vehicle that crosses into it: {@code
 * 0,VID,Time,Emit,LAV,Toll}. Immutable.
 */
public record TollNotification(int vid, int time, long emit, int lav, long toll) implements Answer {
  public static final int TYPE = 0;

  @Override
  public long[] fields() {
    return new long[] {TYPE, vid, time, emit, lav, toll};
  }
}
