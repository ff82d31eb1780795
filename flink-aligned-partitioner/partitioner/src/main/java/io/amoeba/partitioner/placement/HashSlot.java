package io.amoeba.partitioner.placement;

/**
 * The hash slot (0 … 16383) of a Redis key, exactly as Redis Cluster computes it: CRC16 (XMODEM) of
 * the key, or of its hash tag where it has one. Stateless, allocation-free, safe for concurrent
 * use. Source: Redis Cluster specification, "Hash tags".
 */
public final class HashSlot {

  /** Number of hash slots of a Redis Cluster. */
  public static final int COUNT = 16384;

  /*
   * Sliced CRC: table k holds the CRC of a byte followed by k zero bytes, so that eight bytes are
   * folded by eight independent lookups instead of a chain of eight dependent ones. The tables take
   * 8 KiB as chars and stay in the first-level cache.
   */
  private static final int SLICES = 8;
  private static final char[] TABLE = tables();

  private HashSlot() {}

  /** Hash slot of a key given as bytes. */
  public static int of(byte[] key) {
    return of(key, 0, key.length);
  }

  /** Hash slot of the key in {@code bytes[from, to)}. */
  public static int of(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == '{') {
        int close = indexOfClose(bytes, i + 1, to);
        return close > i + 1 ? crc16(bytes, i + 1, close) % COUNT : crc16(bytes, from, to) % COUNT;
      }
    }
    return crc16(bytes, from, to) % COUNT;
  }

  /** Hash slot of a key given as text, which Redis clients send as UTF-8. */
  public static int of(CharSequence key) {
    int length = key.length();
    for (int i = 0; i < length; i++) {
      if (key.charAt(i) == '{') {
        int close = indexOfClose(key, i + 1, length);
        return (close > i + 1 ? crc16(key, i + 1, close) : crc16(key, 0, length)) % COUNT;
      }
    }
    return crc16(key, 0, length) % COUNT;
  }

  private static int indexOfClose(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == '}') {
        return i;
      }
    }
    return -1;
  }

  private static int indexOfClose(CharSequence key, int from, int to) {
    for (int i = from; i < to; i++) {
      if (key.charAt(i) == '}') {
        return i;
      }
    }
    return -1;
  }

  static int crc16(byte[] bytes, int from, int to) {
    char[] t = TABLE;
    int crc = 0;
    int i = from;
    for (; i + SLICES <= to; i += SLICES) {
      crc =
          t[7 * 256 + ((bytes[i] ^ (crc >>> 8)) & 0xff)]
              ^ t[6 * 256 + ((bytes[i + 1] ^ crc) & 0xff)]
              ^ t[5 * 256 + (bytes[i + 2] & 0xff)]
              ^ t[4 * 256 + (bytes[i + 3] & 0xff)]
              ^ t[3 * 256 + (bytes[i + 4] & 0xff)]
              ^ t[2 * 256 + (bytes[i + 5] & 0xff)]
              ^ t[256 + (bytes[i + 6] & 0xff)]
              ^ t[bytes[i + 7] & 0xff];
    }
    for (; i < to; i++) {
      crc = next(t, crc, bytes[i]);
    }
    return crc;
  }

  private static int crc16(CharSequence key, int from, int to) {
    char[] t = TABLE;
    int crc = 0;
    for (int i = from; i < to; i++) {
      char c = key.charAt(i);
      if (c < 0x80) {
        crc = next(t, crc, c);
      } else if (c < 0x800) {
        crc = next(t, crc, 0xc0 | (c >>> 6));
        crc = next(t, crc, 0x80 | (c & 0x3f));
      } else if (Character.isHighSurrogate(c)
          && i + 1 < to
          && Character.isLowSurrogate(key.charAt(i + 1))) {
        i++;
        int point = Character.toCodePoint(c, key.charAt(i));
        crc = next(t, crc, 0xf0 | (point >>> 18));
        crc = next(t, crc, 0x80 | ((point >>> 12) & 0x3f));
        crc = next(t, crc, 0x80 | ((point >>> 6) & 0x3f));
        crc = next(t, crc, 0x80 | (point & 0x3f));
      } else if (Character.isSurrogate(c)) {
        crc = next(t, crc, '?'); // what the JDK's UTF-8 encoder writes for a lone surrogate
      } else {
        crc = next(t, crc, 0xe0 | (c >>> 12));
        crc = next(t, crc, 0x80 | ((c >>> 6) & 0x3f));
        crc = next(t, crc, 0x80 | (c & 0x3f));
      }
    }
    return crc;
  }

  private static int next(char[] table, int crc, int value) {
    return ((crc << 8) & 0xffff) ^ table[((crc >>> 8) ^ value) & 0xff];
  }

  private static char[] tables() {
    char[] table = new char[SLICES * 256];
    for (int value = 0; value < 256; value++) {
      int crc = value << 8;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc & 0x8000) != 0 ? (crc << 1) ^ 0x1021 : crc << 1;
      }
      table[value] = (char) crc;
    }
    for (int i = 256; i < table.length; i++) {
      table[i] = (char) next(table, table[i - 256], 0);
    }
    return table;
  }
}
