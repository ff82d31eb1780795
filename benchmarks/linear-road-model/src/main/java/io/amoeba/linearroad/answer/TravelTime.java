package io.amoeba.linearroad.answer;

import io.amoeba.linearroad.csv.DecimalDigits;

/** The expected time in seconds and toll of a journey: {@code 4,QID,TravelTime,Toll}. Immutable. */
public record TravelTime(int qid, long travelTimeSeconds, long toll) implements Answer {
  /** The type number. */
  public static final int TYPE = 4;

  @Override
  public int type() {
    return TYPE;
  }

  @Override
  public Answer withoutEmit() {
    return this;
  }

  @Override
  public int format(byte[] into, int at) {
    int end = DecimalDigits.put(into, at, TYPE);
    end = DecimalDigits.putNext(into, end, qid);
    end = DecimalDigits.putNext(into, end, travelTimeSeconds);
    return DecimalDigits.putNext(into, end, toll);
  }
}
