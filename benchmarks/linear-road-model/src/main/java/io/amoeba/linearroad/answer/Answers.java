package io.amoeba.linearroad.answer;

import io.amoeba.linearroad.csv.IntegerFields;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes answers from the fields of their lines. Safe for concurrent use. */
public final class Answers {
  private static final int MOST_FIELDS = 7;

  private Answers() {}

  /**
   * The answer of one line, or null if it is none.
   *
   * @param to the offset after the last byte; a carriage return there is ignored
   */
  public static @Nullable Answer parse(byte[] line, int from, int to) {
    long[] f = new long[MOST_FIELDS];
    int end = IntegerFields.withoutCarriageReturn(line, from, to);
    int count = IntegerFields.readAll(line, from, end, f);
    if (count < 1) {
      return null;
    }
    try {
      return answer(f, count);
    } catch (ArithmeticException e) {
      // A field is wider than its 32 bits; no answer that the rules can give is.
      return null;
    }
  }

  /** The answer with these fields and the emit time {@link Answer#NO_EMIT}. */
  static Answer withoutEmit(long[] fields) {
    int emit = emitField((int) fields[0]);
    if (emit > 0) {
      fields[emit] = Answer.NO_EMIT;
    }
    return Objects.requireNonNull(answer(fields, fields.length));
  }

  /** Index of the emit time among the fields of a type; -1: it has none. */
  static int emitField(int type) {
    return switch (type) {
      case TravelTime.TYPE -> -1;
      case TollNotification.TYPE -> 3;
      default -> 2;
    };
  }

  private static @Nullable Answer answer(long[] f, int count) {
    if (f[0] == TollNotification.TYPE && count == 6) {
      return new TollNotification(narrow(f[1]), narrow(f[2]), f[3], narrow(f[4]), f[5]);
    }
    if (f[0] == AccidentAlert.TYPE && count == 7) {
      return new AccidentAlert(
          narrow(f[1]), f[2], narrow(f[3]), narrow(f[4]), narrow(f[5]), narrow(f[6]));
    }
    if (f[0] == AccountBalance.TYPE && count == 6) {
      return new AccountBalance(narrow(f[1]), f[2], narrow(f[3]), narrow(f[4]), f[5]);
    }
    if (f[0] == DailyExpenditure.TYPE && count == 5) {
      return new DailyExpenditure(narrow(f[1]), f[2], narrow(f[3]), f[4]);
    }
    if (f[0] == TravelTime.TYPE && count == 4) {
      return new TravelTime(narrow(f[1]), f[2], f[3]);
    }
    return null;
  }

  private static int narrow(long value) {
    return Math.toIntExact(value);
  }
}
