package io.amoeba.linearroad.history;

import java.util.Arrays;

/**
 * A map from non-negative longs to non-negative longs without objects per entry: histories have
 * millions of rows. Confined to one thread while it is filled, then safe for concurrent reading.
 */
final class LongMap {
  /** The value of a missing key. */
  static final long NONE = -1;

  private long[] keys = new long[1024];
  private long[] values = new long[1024];
  private int size;

  LongMap() {
    Arrays.fill(keys, NONE);
  }

  /** Sets a value and returns the previous one. */
  long put(long key, long value) {
    if (size >= keys.length / 3 * 2) {
      grow();
    }
    int at = find(key);
    if (keys[at] == key) {
      long before = values[at];
      values[at] = value;
      return before;
    }
    keys[at] = key;
    values[at] = value;
    size++;
    return NONE;
  }

  long get(long key) {
    int at = find(key);
    return keys[at] == key ? values[at] : NONE;
  }

  int size() {
    return size;
  }

  /** The place of the key, or the free place where it belongs. */
  private int find(long key) {
    int mask = keys.length - 1;
    // Fibonacci hashing: the upper bits of the product depend on all bits of the key.
    int at = (int) ((key * 0x9E37_79B9_7F4A_7C15L) >>> 32) & mask;
    while (keys[at] != NONE && keys[at] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldKeys = keys;
    long[] oldValues = values;
    keys = new long[oldKeys.length * 2];
    values = new long[oldKeys.length * 2];
    Arrays.fill(keys, NONE);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != NONE) {
        int at = find(oldKeys[i]);
        keys[at] = oldKeys[i];
        values[at] = oldValues[i];
      }
    }
  }
}
