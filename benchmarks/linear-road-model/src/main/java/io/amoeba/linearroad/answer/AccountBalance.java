package io.amoeba.linearroad.answer;

/**
 * The tolls charged to a vehicle up to the result time: {@code 2,Time,Emit,ResultTime,QID,Balance}.
 * Immutable.
 */
public record AccountBalance(int time, long emit, int resultTime, int qid, long balance)
    implements Answer {
  public static final int TYPE = 2;

  @Override
  public long[] fields() {
    return new long[] {TYPE, time, emit, resultTime, qid, balance};
  }
}
