package io.amoeba.linearroad.answer;

/** The expected time in seconds and toll of a journey: {@code 4,QID,TravelTime,Toll}. Immutable. */
public record TravelTime(int qid, long travelTimeSeconds, long toll) implements Answer {
  public static final int TYPE = 4;

  @Override
  public long[] fields() {
    return new long[] {TYPE, qid, travelTimeSeconds, toll};
  }
}
