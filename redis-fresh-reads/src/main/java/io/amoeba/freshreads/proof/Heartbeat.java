package io.amoeba.freshreads.proof;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The text of one process's heartbeats: the process's name and the moment before the heartbeat was
 * sent, on the process's monotonic clock. Only the process itself can read a moment from it.
 * Immutable.
 */
public final class Heartbeat {
  private static final char SEPARATOR = ':';

  /** Digits of a long, and its sign. */
  private static final int MOST_DIGITS = 20;

  private final byte[] prefix;

  /**
   * @param process a name that no other process has, in ASCII
   */
  public Heartbeat(String process) {
    this.prefix = (process + SEPARATOR).getBytes(StandardCharsets.US_ASCII);
  }

  /** The value to write, for a heartbeat that is sent after {@code nanos}. */
  public String value(long nanos) {
    return new String(prefix, StandardCharsets.US_ASCII) + nanos;
  }

  /**
   * The moment in a heartbeat of this process, or {@link ReplicaProof#NONE} for any other text.
   * Leaves the buffer's position alone.
   */
  public long moment(ByteBuffer text) {
    int start = text.position() + prefix.length;
    int end = text.limit();
    if (end <= start || end - start > MOST_DIGITS) {
      return ReplicaProof.NONE;
    }
    for (int i = 0; i < prefix.length; i++) {
      if (text.get(text.position() + i) != prefix[i]) {
        return ReplicaProof.NONE;
      }
    }
    byte[] digits = new byte[end - start];
    for (int i = 0; i < digits.length; i++) {
      digits[i] = text.get(start + i);
    }
    return number(new String(digits, StandardCharsets.US_ASCII));
  }

  private static long number(String digits) {
    try {
      return digits.charAt(0) == '+' ? ReplicaProof.NONE : Long.parseLong(digits);
    } catch (NumberFormatException e) {
      return ReplicaProof.NONE;
    }
  }
}
