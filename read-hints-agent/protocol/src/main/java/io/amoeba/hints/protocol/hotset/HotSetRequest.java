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
public record HotSetRequest(long id, List<TokenRange> ranges) {

  /** With these a request has 16 KB, and is still a small message. */
  public static final int MOST_RANGES = 1_000;

  private static final int RANGE_BYTES = 2 * Long.BYTES;

  public HotSetRequest {
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

  public static HotSetRequest decode(byte[] bytes) throws MalformedBatchException {
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
    return new HotSetRequest(id, ranges);
  }

  /**
   * Tokens of Murmur3Partitioner, without the left end and with the right one. A range whose left
   * end is not below its right one goes round the ring. Immutable.
   */
  public record TokenRange(long left, long right) {

    public boolean contains(long token) {
      return left < right ? left < token && token <= right : token > left || token <= right;
    }

    /**
     * Reads "left:right" between commas, as the option "ranges" of repairs; nothing of a blank
     * text. Adds a line to {@code errors} for whatever is wrong.
     */
    public static List<TokenRange> parse(String text, List<String> errors) {
      List<TokenRange> ranges = new ArrayList<>();
      List<String> wrong = new ArrayList<>();
      for (String part : text.isBlank() ? new String[0] : text.split(",", -1)) {
        String[] ends = part.strip().split(":", -1);
        try {
          if (ends.length == 2) {
            ranges.add(new TokenRange(Long.parseLong(ends[0]), Long.parseLong(ends[1])));
          } else {
            wrong.add(part.strip());
          }
        } catch (NumberFormatException e) {
          wrong.add(part.strip());
        }
      }
      if (!wrong.isEmpty()) {
        errors.add(
            "ranges: want left:right, two tokens of Murmur3Partitioner, instead of '%s'"
                .formatted(String.join("', '", wrong)));
      }
      if (ranges.size() > MOST_RANGES) {
        errors.add(
            "ranges: %d are given, want %d at most; none asks for everything that the node has"
                .formatted(ranges.size(), MOST_RANGES));
      }
      return ranges;
    }
  }
}
