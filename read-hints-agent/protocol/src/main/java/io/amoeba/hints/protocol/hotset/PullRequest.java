package io.amoeba.hints.protocol.hotset;

import io.amoeba.hints.protocol.batch.MalformedBatchException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A peer wants the hot set of what it has, or is about to have. Immutable.
 *
 * @param id that the answer repeats
 * @param ranges that the keys must be in, {@link #MOST_RANGES} at most; none for all
 */
public record PullRequest(long id, List<TokenRange> ranges) {

  /** With these a request has 16 KB, and is still a small message. */
  public static final int MOST_RANGES = 1_000;

  private static final int RANGE_BYTES = 2 * Long.BYTES;

  public PullRequest {
    if (ranges.size() > MOST_RANGES) {
      throw new IllegalArgumentException(
          ranges.size() + " token ranges; want " + MOST_RANGES + " at most");
    }
    ranges = List.copyOf(ranges);
  }

  public byte[] encode() {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES + RANGE_BYTES * ranges.size()).putLong(id);
    ranges.forEach(range -> bytes.putLong(range.left()).putLong(range.right()));
    return bytes.array();
  }

  public static PullRequest decode(byte[] bytes) throws MalformedBatchException {
    int rest = bytes.length - Long.BYTES;
    if (rest < 0 || rest % RANGE_BYTES != 0 || rest / RANGE_BYTES > MOST_RANGES) {
      throw new MalformedBatchException("a request for a hot set of " + bytes.length + " bytes");
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    long id = in.getLong();
    List<TokenRange> ranges = new ArrayList<>(rest / RANGE_BYTES);
    while (in.hasRemaining()) {
      ranges.add(new TokenRange(in.getLong(), in.getLong()));
    }
    return new PullRequest(id, ranges);
  }
}
