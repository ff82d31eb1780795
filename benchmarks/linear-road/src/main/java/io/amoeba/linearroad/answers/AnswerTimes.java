package io.amoeba.linearroad.answers;

import java.util.BitSet;
import java.util.OptionalLong;

/** The milliseconds with answers, a bit each, and so the gaps. Safe for concurrent use. */
public final class AnswerTimes {
  private final BitSet millis = new BitSet();
  private final long beginMillis;

  /**
   * Times of a run.
   *
   * @param beginMillis no answer is older than this, in milliseconds since the epoch
   */
  public AnswerTimes(long beginMillis) {
    this.beginMillis = beginMillis;
  }

  /** Notes an answer of the first 24 days. */
  synchronized void add(long epochMillis) {
    long at = epochMillis - beginMillis;
    if (at >= 0 && at < Integer.MAX_VALUE) {
      millis.set((int) at);
    }
  }

  /**
   * The length of the longest gap that overlaps a span, in milliseconds, with its parts outside the
   * span; empty if there is no such gap between two answers.
   */
  public synchronized OptionalLong longestGapMillis(long fromEpochMillis, long toEpochMillis) {
    int from = index(fromEpochMillis);
    int to = index(toEpochMillis);
    int last = millis.previousSetBit(from);
    if (last < 0) {
      last = millis.nextSetBit(from);
    }
    long longest = -1;
    while (last >= 0 && last < to) {
      int next = millis.nextSetBit(last + 1);
      if (next < 0) {
        break; // the end, not a gap
      }
      longest = Math.max(longest, next - last);
      last = next;
    }
    return longest < 0 ? OptionalLong.empty() : OptionalLong.of(longest);
  }

  private int index(long epochMillis) {
    return (int) Math.max(0, Math.min(Integer.MAX_VALUE - 1, epochMillis - beginMillis));
  }
}
