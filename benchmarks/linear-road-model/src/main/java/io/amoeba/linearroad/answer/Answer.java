package io.amoeba.linearroad.answer;

import io.amoeba.linearroad.csv.DecimalDigits;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One line of Linear Road output. Times are simulated seconds. The emit time is wall-clock time, in
 * the unit of its producer, and is left out of every comparison. Immutable.
 */
public sealed interface Answer
    permits TollNotification, AccidentAlert, AccountBalance, DailyExpenditure, TravelTime {
  /** Room that any formatted answer fits into. */
  int MAX_LINE_BYTES = 7 * 21;

  /** The emit time of answers that were not emitted, and of those to compare. */
  long NO_EMIT = -1;

  /** The first field of the line. */
  default int type() {
    return (int) fields()[0];
  }

  /** The fields of the line in their order. */
  long[] fields();

  /** The same answer with the emit time {@link #NO_EMIT}. */
  default Answer withoutEmit() {
    return Answers.withoutEmit(fields());
  }

  /** The line as a new array, without line feed. */
  default byte[] toBytes() {
    byte[] line = new byte[MAX_LINE_BYTES];
    return Arrays.copyOf(line, DecimalDigits.putAll(line, 0, fields()));
  }

  default String toLine() {
    return new String(toBytes(), StandardCharsets.US_ASCII);
  }
}
