package io.amoeba.linearroad.job.segment;

/**
 * Places of segments (rule 2) as numbers: expressway × 256 + direction × 128 + segment. Stateless.
 */
public final class Places {
  private static final int SEGMENT_BITS = 7;
  private static final int SEGMENT_MASK = (1 << SEGMENT_BITS) - 1;

  private Places() {}

  /** The place of a segment 0 … 99. */
  public static long of(int xway, int dir, int segment) {
    return (long) xway << (SEGMENT_BITS + 1) | (long) dir << SEGMENT_BITS | segment;
  }

  /** Its expressway. */
  public static int xway(long place) {
    return (int) (place >> (SEGMENT_BITS + 1));
  }

  /** Its direction. */
  public static int dir(long place) {
    return (int) (place >> SEGMENT_BITS) & 1;
  }

  /** Its segment. */
  public static int segment(long place) {
    return (int) place & SEGMENT_MASK;
  }
}
