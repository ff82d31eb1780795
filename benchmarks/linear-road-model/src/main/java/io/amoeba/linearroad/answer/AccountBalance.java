package io.amoeba.linearroad.answer;

import io.amoeba.linearroad.csv.DecimalDigits;

/**
 * The tolls charged to a vehicle up to the result time: {@code 2,Time,Emit,ResultTime,QID,Balance}.
 * Immutable.
 */
public record AccountBalance(int time, long emit, int resultTime, int qid, long balance)
    implements Answer {
  /** The type number. */
  public static final int TYPE = 2;

  @Override
  public int type() {
    return TYPE;
  }

  @Override
  public Answer withoutEmit() {
    return new AccountBalance(time, NO_EMIT, resultTime, qid, balance);
  }

  @Override
  public int format(byte[] into, int at) {
    int end = DecimalDigits.put(into, at, TYPE);
    end = DecimalDigits.putNext(into, end, time);
    end = DecimalDigits.putNext(into, end, emit);
    end = DecimalDigits.putNext(into, end, resultTime);
    end = DecimalDigits.putNext(into, end, qid);
    return DecimalDigits.putNext(into, end, balance);
  }
}
