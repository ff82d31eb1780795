package io.amoeba.linearroad.answers;

import java.util.BitSet;
import java.util.OptionalLong;

/**
 * In which milliseconds answers came, and so when none did. Safe for concurrent use.
 *
 * <p>Takes one bit for each millisecond of a run.
 */
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

  /** Notes an answer; one outside of what can be noted (24 days from the begin) is left out. */
  synchronized void add(long epochMillis) {
    long at = epochMillis - beginMillis;
    if (at >= 0 && at < Integer.MAX_VALUE) {
      millis.set((int) at);
    }
  }

  /**
   * The longest time without an answer of those that touch a span, each with its whole length, in
   * milliseconds; nothing if no answer came before the end of the span and none after.
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
        break; // what comes last is an end and not a gap
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
