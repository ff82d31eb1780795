package io.amoeba.streaming.protocol.join;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;

/** How fast a number of bytes has grown of late. Confined to one thread. */
final class RecentRate {

  private static final long WINDOW_MILLIS = 30_000;

  /** Sessions tell their progress in pieces, and begin slowly: a shorter time says little. */
  private static final long LEAST_MILLIS = 10_000;

  private static final long SAMPLE_MILLIS = 1_000;
  private static final long MILLIS_PER_SECOND = 1_000;

  private record Sample(long millis, long bytes) {}

  private final Deque<Sample> samples = new ArrayDeque<>();

  /** Whether anything has come since the first sample. */
  private boolean begun;

  /**
   * The rate in bytes per second at this moment, absent until data have come for a while. The time
   * before the first of them counts for nothing.
   */
  OptionalLong observe(long nowMillis, long bytes) {
    if (!samples.isEmpty() && bytes < samples.getLast().bytes()) {
      // A session began again: what it had brought does not count.
      samples.clear();
      begun = false;
    }
    if (!begun) {
      begun = !samples.isEmpty() && bytes > samples.getLast().bytes();
      if (!begun) {
        samples.clear();
        samples.add(new Sample(nowMillis, bytes));
        return OptionalLong.empty();
      }
    }
    if (nowMillis - samples.getLast().millis() >= SAMPLE_MILLIS) {
      samples.add(new Sample(nowMillis, bytes));
    }
    while (nowMillis - samples.getFirst().millis() > WINDOW_MILLIS) {
      samples.removeFirst();
    }
    Sample first = samples.getFirst();
    long millis = nowMillis - first.millis();
    return millis < LEAST_MILLIS
        ? OptionalLong.empty()
        : OptionalLong.of((bytes - first.bytes()) * MILLIS_PER_SECOND / millis);
  }
}
