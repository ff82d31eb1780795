package io.amoeba.hints.protocol.selection;

import io.amoeba.hints.protocol.batch.MalformedBatchException;
import java.nio.ByteBuffer;

/**
 * Tokens of Murmur3Partitioner in place of a partition's key: without the left end and with the
 * right one, which is the ring's end when it is the minimum token. Immutable.
 */
public record RangeKey(long left, long right) {

  /** The ring's end, as Cassandra writes it. */
  public static final long END = Long.MIN_VALUE;

  /** As bytes: both tokens, the left one first. */
  public byte[] bytes() {
    return ByteBuffer.allocate(2 * Long.BYTES).putLong(left).putLong(right).array();
  }

  /** From a peer, so not trusted: a range that is empty or goes round the ring is refused. */
  public static RangeKey of(byte[] bytes) throws MalformedBatchException {
    if (bytes.length != 2 * Long.BYTES) {
      throw new MalformedBatchException("a range of tokens of " + bytes.length + " bytes");
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    RangeKey range = new RangeKey(buffer.getLong(), buffer.getLong());
    if (range.right != END && range.left >= range.right) {
      throw new MalformedBatchException("a range of tokens from its end to its beginning");
    }
    return range;
  }
}
