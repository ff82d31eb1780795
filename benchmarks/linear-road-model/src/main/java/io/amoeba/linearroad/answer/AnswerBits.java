package io.amoeba.linearroad.answer;

import org.jspecify.annotations.Nullable;

/**
 * The fields of an answer without its type and emit time in 128 bits. The upper half holds a
 * vehicle or query number (32 bits) and the simulated second or travel time (32 bits), the lower
 * half what is left. Immutable.
 */
record AnswerBits(long high, long low) {
  private static final int INT_BITS = 32;
  private static final int TOLL_BITS = 48;
  private static final int BALANCE_BITS = 40;
  private static final int PLACE_BITS = 16;

  /** The bits of an answer, or null if a field is out of the range that has room here. */
  static @Nullable AnswerBits of(Answer answer) {
    if (answer instanceof TollNotification toll) {
      return fits(toll.lav(), PLACE_BITS) && fits(toll.toll(), TOLL_BITS)
          ? new AnswerBits(pair(toll.vid(), toll.time()), join(toll.lav(), toll.toll(), TOLL_BITS))
          : null;
    }
    if (answer instanceof AccidentAlert alert) {
      boolean fits =
          fits(alert.xway(), PLACE_BITS)
              && fits(alert.segment(), PLACE_BITS)
              && fits(alert.dir(), PLACE_BITS);
      long place = join(join(alert.xway(), alert.segment(), PLACE_BITS), alert.dir(), PLACE_BITS);
      return fits ? new AnswerBits(pair(alert.vid(), alert.time()), place) : null;
    }
    if (answer instanceof AccountBalance balance) {
      // Result times are at most a minute older than the query.
      long age = (long) balance.time() - balance.resultTime();
      return fits(age, PLACE_BITS) && fits(balance.balance(), BALANCE_BITS)
          ? new AnswerBits(
              pair(balance.qid(), balance.time()), join(age, balance.balance(), BALANCE_BITS))
          : null;
    }
    if (answer instanceof DailyExpenditure expenditure) {
      return new AnswerBits(pair(expenditure.qid(), expenditure.time()), expenditure.expenditure());
    }
    TravelTime journey = (TravelTime) answer;
    return fits(journey.travelTimeSeconds(), INT_BITS - 1)
        ? new AnswerBits(pair(journey.qid(), (int) journey.travelTimeSeconds()), journey.toll())
        : null;
  }

  /** The answer that has these bits. */
  Answer toAnswer(int type) {
    int number = (int) (high >>> INT_BITS);
    int time = (int) high;
    long emit = Answer.NO_EMIT;
    return switch (type) {
      case TollNotification.TYPE ->
          new TollNotification(number, time, emit, (int) (low >>> TOLL_BITS), lowest(TOLL_BITS));
      case AccidentAlert.TYPE ->
          new AccidentAlert(
              time,
              emit,
              (int) (low >>> (2 * PLACE_BITS)),
              (int) (low >>> PLACE_BITS & mask(PLACE_BITS)),
              (int) lowest(PLACE_BITS),
              number);
      case AccountBalance.TYPE ->
          new AccountBalance(
              time, emit, time - (int) (low >>> BALANCE_BITS), number, lowest(BALANCE_BITS));
      case DailyExpenditure.TYPE -> new DailyExpenditure(time, emit, number, low);
      case TravelTime.TYPE -> new TravelTime(number, time, low);
      default -> throw new IllegalArgumentException("no output type " + type);
    };
  }

  private long lowest(int bits) {
    return low & mask(bits);
  }

  private static boolean fits(long value, int bits) {
    return value >= 0 && value <= mask(bits);
  }

  private static long pair(int first, int second) {
    return (long) first << INT_BITS | Integer.toUnsignedLong(second);
  }

  private static long join(long upper, long lower, int lowerBits) {
    return upper << lowerBits | lower;
  }

  private static long mask(int bits) {
    return (1L << bits) - 1;
  }
}
