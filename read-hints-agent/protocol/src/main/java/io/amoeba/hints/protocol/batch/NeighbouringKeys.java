package io.amoeba.hints.protocol.batch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Puts hints into an order in which those of a table are together, and neighbours' keys share a
 * long beginning. Stateless.
 *
 * <p>Nothing but the length of a batch depends on it, so it is done quickly rather than to the last
 * byte: where the keys of a table begin to differ, the next bits are a number, and numbers are
 * sorted. To compare keys one with another was a good part of what making hints took.
 */
final class NeighbouringKeys {

  private static final int BITS_PER_BYTE = 8;

  private NeighbouringKeys() {}

  static List<ReadHint> sorted(List<ReadHint> hints) {
    Map<UUID, List<ReadHint>> tables = new LinkedHashMap<>();
    for (ReadHint hint : hints) {
      tables.computeIfAbsent(hint.table(), first -> new ArrayList<>()).add(hint);
    }
    List<ReadHint> sorted = new ArrayList<>(hints.size());
    tables.values().forEach(ofTable -> sort(ofTable, sorted));
    return sorted;
  }

  private static void sort(List<ReadHint> hints, List<ReadHint> sorted) {
    int same = sameBytes(hints);
    int bitsOfPosition = Integer.SIZE - Integer.numberOfLeadingZeros(hints.size() - 1);
    long position = (1L << bitsOfPosition) - 1;
    long[] places = new long[hints.size()];
    for (int i = 0; i < places.length; i++) {
      long beginning = longAt(hints.get(i).key(), same);
      // Signed numbers in the order of unsigned ones.
      places[i] = (beginning & ~position ^ Long.MIN_VALUE) | i;
    }
    Arrays.sort(places);
    for (long place : places) {
      sorted.add(hints.get((int) (place & position)));
    }
  }

  /** How many bytes all keys begin with. */
  private static int sameBytes(List<ReadHint> hints) {
    byte[] first = hints.get(0).key();
    int same = first.length;
    for (ReadHint hint : hints) {
      byte[] key = hint.key();
      int most = Math.min(same, key.length);
      int mismatch = Arrays.mismatch(first, 0, most, key, 0, most);
      same = mismatch < 0 ? most : mismatch;
    }
    return same;
  }

  /** The next eight bytes, the first one highest; zeros where the key ends. */
  private static long longAt(byte[] key, int from) {
    int end = Math.min(key.length, from + Long.BYTES);
    long bits = 0;
    for (int i = from; i < end; i++) {
      bits = bits << BITS_PER_BYTE | (key[i] & 0xff);
    }
    return end == from ? 0 : bits << BITS_PER_BYTE * (from + Long.BYTES - end);
  }
}
