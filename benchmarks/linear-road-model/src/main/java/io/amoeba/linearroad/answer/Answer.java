package io.amoeba.linearroad.answer;

import io.amoeba.linearroad.csv.DecimalDigits;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One line of Linear Road output. Times are simulated seconds; the emit time is wall-clock, in the
 * unit of whoever set it, and is left out of every comparison. Immutable.
 */
public sealed interface Answer
    permits TollNotification, AccidentAlert, AccountBalance, DailyExpenditure, TravelTime {
  /** Room that any formatted answer fits into. */
  int MAX_LINE_BYTES = 7 * 21;

  /** The emit time of an answer that was never emitted, and of answers made comparable. */
  long NO_EMIT = -1;

  /** The type number, the first field of the line. */
  int type();

  /** The same answer with the emit time {@link #NO_EMIT}. */
  Answer withoutEmit();

  /** The fields of the line in their order. */
  long[] fields();

  /** The line as a new array, without line feed. */
  default byte[] toBytes() {
    byte[] line = new byte[MAX_LINE_BYTES];
    return Arrays.copyOf(line, DecimalDigits.putAll(line, 0, fields()));
  }

  /** The line as text. */
  default String toLine() {
    return new String(toBytes(), StandardCharsets.US_ASCII);
  }
}
