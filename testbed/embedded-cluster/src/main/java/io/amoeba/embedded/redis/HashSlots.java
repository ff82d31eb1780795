package io.amoeba.embedded.redis;

import java.util.stream.IntStream;

/** The hash slots of Redis Cluster and how they are spread over new primaries. */
final class HashSlots {
  static final int COUNT = 16_384;

  private HashSlots() {}

  /**
   * The share of one of {@code primaries}, ascending. All hash slots are cut into ranges of equal
   * length, which are dealt to the primaries in turn. With one range for each they are rounded as
   * redis-cli does: 0-5460, 5461-10922, 10923-16383.
   *
   * @param rangesOfEach how many ranges each primary gets
   */
  static int[] share(int primary, int primaries, int rangesOfEach) {
    int ranges = primaries * rangesOfEach;
    return IntStream.iterate(primary, range -> range < ranges, range -> range + primaries)
        .flatMap(range -> IntStream.range(bound(range, ranges), bound(range + 1, ranges)))
        .toArray();
  }

  private static int bound(int range, int ranges) {
    return (int) Math.round((double) COUNT * range / ranges);
  }
}
