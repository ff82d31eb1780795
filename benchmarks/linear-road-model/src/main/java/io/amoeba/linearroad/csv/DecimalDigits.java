package io.amoeba.linearroad.csv;

/**
 * Writes decimal integers into byte arrays without allocating. Every method returns the offset
 * after the last byte written; the caller provides enough room ({@link #MAX_BYTES} per integer and
 * one per separator). Safe for concurrent use.
 */
public final class DecimalDigits {
  /** Room that any 64-bit integer fits into. */
  public static final int MAX_BYTES = 20;

  private DecimalDigits() {}

  public static int put(byte[] into, int at, long value) {
    if (value == Long.MIN_VALUE) {
      throw new IllegalArgumentException(
          "cannot write " + value + ": the lowest integer of this format is " + -Long.MAX_VALUE);
    }
    int from = at;
    long rest = value;
    if (rest < 0) {
      into[from++] = '-';
      rest = -rest;
    }
    int end = from + digits(rest);
    for (int i = end - 1; i >= from; i--) {
      long tenth = rest / 10;
      into[i] = (byte) ('0' + (rest - tenth * 10));
      rest = tenth;
    }
    return end;
  }

  /** Writes a comma and one integer. */
  public static int putNext(byte[] into, int at, long value) {
    into[at] = ',';
    return put(into, at + 1, value);
  }

  /** Writes integers, of which there must be one, with commas between them. */
  public static int putAll(byte[] into, int at, long... values) {
    int end = put(into, at, values[0]);
    for (int i = 1; i < values.length; i++) {
      end = putNext(into, end, values[i]);
    }
    return end;
  }

  private static int digits(long value) {
    int digits = 1;
    for (long rest = value; rest >= 10; rest /= 10) {
      digits++;
    }
    return digits;
  }
}
