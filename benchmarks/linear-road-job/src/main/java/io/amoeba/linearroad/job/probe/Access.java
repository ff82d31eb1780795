package io.amoeba.linearroad.job.probe;

import java.nio.ByteBuffer;

/**
 * One access to Redis for one stamped value. Times are {@link System#nanoTime} of the machine,
 * which all its processes share. Immutable.
 */
record Access(
    long router, int hashSlot, long keyHash, long sequence, long beginNanos, long endNanos) {
  /** Size in a log. */
  static final int BYTES = 5 * Long.BYTES + Integer.BYTES;

  /** The same access with its end. */
  Access until(long nanos) {
    return new Access(router, hashSlot, keyHash, sequence, beginNanos, nanos);
  }

  void write(ByteBuffer into) {
    into.putLong(router).putInt(hashSlot).putLong(keyHash);
    into.putLong(sequence).putLong(beginNanos).putLong(endNanos);
  }

  static Access read(ByteBuffer from) {
    return new Access(
        from.getLong(),
        from.getInt(),
        from.getLong(),
        from.getLong(),
        from.getLong(),
        from.getLong());
  }
}
