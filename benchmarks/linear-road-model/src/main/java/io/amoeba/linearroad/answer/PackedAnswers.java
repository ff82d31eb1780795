package io.amoeba.linearroad.answer;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A multiset of answers of one output type without emit times. Ten minutes of twenty expressways
 * have more than ten million answers: one with fields of usual sizes takes 20 bytes of arrays
 * instead of an object, any other is kept unpacked. Exact. Confined to one thread.
 */
final class PackedAnswers {
  private static final int FIRST_CAPACITY = 1024;

  private final int type;
  private final Map<Answer, Integer> others = new HashMap<>();
  private long[] highs = new long[FIRST_CAPACITY];
  private long[] lows = new long[FIRST_CAPACITY];
  // 0 marks a free place.
  private int[] counts = new int[FIRST_CAPACITY];
  private int used;

  PackedAnswers(int type) {
    this.type = type;
  }

  void add(Answer answer) {
    AnswerBits bits = AnswerBits.of(answer);
    if (bits == null) {
      others.merge(answer.withoutEmit(), 1, Integer::sum);
      return;
    }
    if (used >= counts.length / 4 * 3) {
      grow();
    }
    int at = find(bits.high(), bits.low());
    if (counts[at] == 0) {
      highs[at] = bits.high();
      lows[at] = bits.low();
      used++;
    }
    counts[at]++;
  }

  int count(Answer answer) {
    AnswerBits bits = AnswerBits.of(answer);
    return bits == null
        ? others.getOrDefault(answer.withoutEmit(), 0)
        : counts[find(bits.high(), bits.low())];
  }

  /** Each different answer once, in no order. */
  Stream<Answer> distinct() {
    Stream<Answer> packed =
        IntStream.range(0, counts.length)
            .filter(at -> counts[at] > 0)
            .mapToObj(at -> new AnswerBits(highs[at], lows[at]).toAnswer(type));
    return Stream.concat(packed, others.keySet().stream());
  }

  /** The place of these bits, or the free place where they belong. */
  private int find(long high, long low) {
    int mask = counts.length - 1;
    long mixed = (high * 0x9E37_79B9_7F4A_7C15L + low) * 0xD6E8_FEB8_6659_FD93L;
    int at = (int) (mixed >>> 32) & mask;
    while (counts[at] != 0 && (highs[at] != high || lows[at] != low)) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldHighs = highs;
    long[] oldLows = lows;
    int[] oldCounts = counts;
    int capacity = oldCounts.length * 2;
    highs = new long[capacity];
    lows = new long[capacity];
    counts = new int[capacity];
    for (int i = 0; i < oldCounts.length; i++) {
      if (oldCounts[i] > 0) {
        int at = find(oldHighs[i], oldLows[i]);
        highs[at] = oldHighs[i];
        lows[at] = oldLows[i];
        counts[at] = oldCounts[i];
      }
    }
  }
}
