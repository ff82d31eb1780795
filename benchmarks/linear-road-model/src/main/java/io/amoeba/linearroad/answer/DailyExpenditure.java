package io.amoeba.linearroad.answer;

/**
 * The tolls of a vehicle on an expressway on a past day: {@code 3,Time,Emit,QID,Expenditure}.
 * Immutable.
 */
public record DailyExpenditure(int time, long emit, int qid, long expenditure) implements Answer {
  public static final int TYPE = 3;

  @Override
  public long[] fields() {
    return new long[] {TYPE, time, emit, qid, expenditure};
  }
}
