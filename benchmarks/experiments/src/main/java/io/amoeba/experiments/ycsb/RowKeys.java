package io.amoeba.experiments.ycsb;

import java.util.random.RandomGenerator;

/**
 * Keys of rows. Popular rows are spread over all of them by a hash, as YCSB does. Immutable.
 *
 * @param rows how many there are
 */
record RowKeys(long rows, ZipfianRanks ranks) {
  private static final long FNV_OFFSET = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 1_099_511_628_211L;
  private static final int BYTES = 8;
  private static final long BYTE_MASK = 0xff;

  RowKeys(long rows) {
    this(rows, new ZipfianRanks(rows));
  }

  /** The key of a row, 0 to {@code rows - 1}. */
  static String of(long row) {
    return "user" + hash(row);
  }

  /** A key that exists, drawn by Zipf's law. */
  String draw(RandomGenerator random) {
    return of(hash(ranks.rank(random.nextDouble())) % rows);
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
