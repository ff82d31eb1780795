package io.amoeba.embedded.redis;

import java.util.stream.IntStream;

/** The hash slots of Redis Cluster and how they are spread over new primaries. */
final class HashSlots {
  static final int COUNT = 16_384;

  private HashSlots() {}

  /**
   * The contiguous share of one of {@code primaries}, rounded as redis-cli does: 0-5460,
   * 5461-10922, 10923-16383.
   */
  static int[] share(int primary, int primaries) {
    return IntStream.range(bound(primary, primaries), bound(primary + 1, primaries)).toArray();
  }

  private static int bound(int primary, int primaries) {
    return (int) Math.round((double) COUNT * primary / primaries);
  }
}
