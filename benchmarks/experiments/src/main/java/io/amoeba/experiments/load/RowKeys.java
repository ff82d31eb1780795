package io.amoeba.experiments.load;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Keys of rows that follow each other. Popular rows are spread over all of them by a hash, as YCSB
 * does. Immutable.
 *
 * @param first row
 * @param rows how many there are
 * @param ranks null: all rows are equally popular
 */
record RowKeys(long first, long rows, @Nullable ZipfianRanks ranks) {
  private static final long FNV_OFFSET = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 1_099_511_628_211L;
  private static final int BYTES = 8;
  private static final long BYTE_MASK = 0xff;

  static RowKeys of(long first, long rows, TrafficShape.Distribution distribution) {
    return new RowKeys(
        first,
        rows,
        distribution == TrafficShape.Distribution.ZIPFIAN ? new ZipfianRanks(rows) : null);
  }

  static String of(long row) {
    return "user" + hash(row);
  }

  String draw(RandomGenerator random) {
    return of(
        first
            + (ranks == null
                ? random.nextLong(rows)
                : hash(ranks.rank(random.nextDouble())) % rows));
  }

  /** FNV-1a of 64 bits, made positive. */
  static long hash(long value) {
    long hash = FNV_OFFSET;
    long left = value;
    for (int i = 0; i < BYTES; i++) {
      hash = (hash ^ (left & BYTE_MASK)) * FNV_PRIME;
      left >>= BYTES;
    }
    return hash & Long.MAX_VALUE;
  }
}
