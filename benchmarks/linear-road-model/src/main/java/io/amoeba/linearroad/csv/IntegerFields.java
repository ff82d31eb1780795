package io.amoeba.linearroad.csv;

/**
 * Reads comma-separated decimal integers from bytes without allocating. A cursor packs the 32-bit
 * value of one field (upper half) and the offset where that field ends (lower half). A cursor that
 * met an unreadable or missing field stays unreadable. Safe for concurrent use.
 */
public final class IntegerFields {
  private static final int NOWHERE = -1;
  private static final long UNREADABLE = NOWHERE & 0xFFFF_FFFFL;

  private IntegerFields() {}

  /** Reads the field that starts at {@code from}; the line ends before {@code to}. */
  public static long first(byte[] line, int from, int to) {
    int at = from;
    boolean negative = at < to && line[at] == '-';
    if (negative) {
      at++;
    }
    int digitsFrom = at;
    long value = 0;
    while (at < to) {
      int digit = line[at] - '0';
      if (digit < 0 || digit > 9) {
        break;
      }
      value = value * 10 + digit;
      if (value > 1L + Integer.MAX_VALUE) {
        return UNREADABLE;
      }
      at++;
    }
    if (at == digitsFrom) {
      return UNREADABLE;
    }
    long signed = negative ? -value : value;
    if (signed > Integer.MAX_VALUE) {
      return UNREADABLE;
    }
    return signed << 32 | at;
  }

  /** Reads the field after the one of {@code cursor}. */
  public static long next(byte[] line, long cursor, int to) {
    int at = (int) cursor;
    if (at < 0 || at >= to || line[at] != ',') {
      return UNREADABLE;
    }
    return first(line, at + 1, to);
  }

  /** The value of the cursor's field; 0 if it is unreadable. */
  public static int value(long cursor) {
    return (int) (cursor >> 32);
  }

  /** Whether the field of {@code cursor} was readable and is the last one of the line. */
  public static boolean isLast(long cursor, int to) {
    return (int) cursor == to;
  }

  /**
   * Reads a whole line of 64-bit integers.
   *
   * @return the number of fields, or -1 if one is no integer or there are more than {@code
   *     values.length}
   */
  public static int readAll(byte[] line, int from, int to, long[] values) {
    int count = 0;
    int at = from;
    while (count < values.length) {
      int end = at;
      while (end < to && line[end] != ',') {
        end++;
      }
      if (!readLong(line, at, end, values, count)) {
        return -1;
      }
      count++;
      if (end == to) {
        return count;
      }
      at = end + 1;
    }
    return -1;
  }

  private static boolean readLong(byte[] line, int from, int to, long[] values, int index) {
    boolean negative = from < to && line[from] == '-';
    int at = negative ? from + 1 : from;
    // 18 digits always fit into 64 bits.
    if (at == to || to - at > 18) {
      return false;
    }
    long value = 0;
    for (; at < to; at++) {
      int digit = line[at] - '0';
      if (digit < 0 || digit > 9) {
        return false;
      }
      value = value * 10 + digit;
    }
    values[index] = negative ? -value : value;
    return true;
  }

  /** The end of the line without a carriage return that ends it. */
  public static int withoutCarriageReturn(byte[] line, int from, int to) {
    return to > from && line[to - 1] == '\r' ? to - 1 : to;
  }
}
