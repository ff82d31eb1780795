package io.amoeba.handover;

import org.jspecify.annotations.Nullable;

/**
 * What Redis holds of one key: how many records have been counted, and the last number of each
 * lane. The count is redundant: it falls behind the numbers when an update is lost. Immutable.
 */
public final class Tally {

  private static final Tally NONE = new Tally(0, -1, -1);

  private final long count;
  private final long lastOfLane0;
  private final long lastOfLane1;

  private Tally(long count, long lastOfLane0, long lastOfLane1) {
    this.count = count;
    this.lastOfLane0 = lastOfLane0;
    this.lastOfLane1 = lastOfLane1;
  }

  /** Reads Redis's text; null is a key without records. */
  public static Tally of(@Nullable String text) {
    if (text == null) {
      return NONE;
    }
    String[] parts = text.split(" ", -1);
    return new Tally(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
  }

  /** Records that were counted. */
  public long count() {
    return count;
  }

  /** Last number of a lane, or -1. */
  public long last(int lane) {
    return lane == 0 ? lastOfLane0 : lastOfLane1;
  }

  /** The number that must come next in a lane, for a key of this remainder. */
  public long next(int lane, long key) {
    long last = last(lane);
    return last < 0 ? lane * HandOverCheckJob.LANE_NUMBERS + key : last + HandOverCheckJob.KEYS;
  }

  /** Records that must have been counted if none was lost or doubled. */
  public long expectedCount() {
    long expected = 0;
    for (int lane = 0; lane < HandOverCheckJob.LANES; lane++) {
      if (last(lane) >= 0) {
        expected += (last(lane) - lane * HandOverCheckJob.LANE_NUMBERS) / HandOverCheckJob.KEYS + 1;
      }
    }
    return expected;
  }

  Tally with(int lane, long number) {
    return new Tally(count + 1, lane == 0 ? number : lastOfLane0, lane == 0 ? lastOfLane1 : number);
  }

  @Override
  public String toString() {
    return count + " " + lastOfLane0 + " " + lastOfLane1;
  }
}
