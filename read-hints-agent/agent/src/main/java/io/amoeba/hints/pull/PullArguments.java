package io.amoeba.hints.pull;

import io.amoeba.hints.protocol.hotset.TokenRange;
import io.amoeba.hints.protocol.hotset.TokenRanges;
import java.util.ArrayList;
import java.util.List;

/** What an operator wants of a pull, checked. Immutable. */
public record PullArguments(long limitMillis, List<TokenRange> ranges) {

  private static final long MOST_MILLIS = 3_600_000;

  /**
   * Throws IllegalArgumentException with everything that is wrong.
   *
   * @param partitioner the simple name of the cluster's
   */
  public static PullArguments of(long limitMillis, String ranges, String partitioner) {
    List<String> errors = new ArrayList<>();
    if (limitMillis < 1 || limitMillis > MOST_MILLIS) {
      errors.add("limitMillis=" + limitMillis + ": want 1 … " + MOST_MILLIS);
    }
    List<TokenRange> parsed = TokenRanges.parse(ranges, errors);
    if (!ranges.isBlank() && !partitioner.equals("Murmur3Partitioner")) {
      errors.add(
          "ranges: want none, because this cluster has %s, not Murmur3Partitioner"
              .formatted(partitioner));
    }
    if (!errors.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", errors));
    }
    return new PullArguments(limitMillis, List.copyOf(parsed));
  }
}
