package io.amoeba.linearroad.job.probe;

import java.nio.ByteBuffer;

/**
 * One access to Redis for one stamped value. Times are {@link System#nanoTime} of the machine,
 * which all its processes share. Immutable.
 */
record Access(
    long router, int hashSlot, long keyHash, long sequence, long beginNanos, long endNanos) {
  /** Size in a log. */
  static final int BYTES = 5 * Long.BYTES + 2 * Integer.BYTES;

  /** Marks a written record: unused space is zero. */
  private static final int WRITTEN = 1;

  void write(ByteBuffer into) {
    into.putLong(router)
        .putInt(hashSlot)
        .putLong(keyHash)
        .putLong(sequence)
        .putLong(beginNanos)
        .putLong(endNanos)
        .putInt(WRITTEN);
  }

  /** Whether there is a whole record at the buffer's position. */
  static boolean isNextIn(ByteBuffer log) {
    return log.remaining() >= BYTES
        && log.getInt(log.position() + BYTES - Integer.BYTES) == WRITTEN;
  }

  static Access read(ByteBuffer from) {
    long router = from.getLong();
    int hashSlot = from.getInt();
    long keyHash = from.getLong();
    long sequence = from.getLong();
    Access access = new Access(router, hashSlot, keyHash, sequence, from.getLong(), from.getLong());
    from.getInt();
    return access;
  }
}
