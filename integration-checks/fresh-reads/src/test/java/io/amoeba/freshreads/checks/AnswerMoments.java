package io.amoeba.freshreads.checks;

/**
 * Dates answers not after their hand-over. The moment at which a callback starts is no use: the
 * process may have been paused between the hand-over and the callback. But the hand-over came after
 * the read was sent, and after the end of the callback that the same thread ran before. Between
 * busy reads that is some microseconds earlier. Safe for concurrent use.
 */
final class AnswerMoments {
  private final ThreadLocal<long[]> lastEnd =
      ThreadLocal.withInitial(() -> new long[] {Long.MIN_VALUE});

  /** In a callback: a moment that is not after the hand-over of its answer. */
  long handedOverNanos(long sentNanos) {
    long previous = lastEnd.get()[0];
    return previous == Long.MIN_VALUE || previous - sentNanos < 0 ? sentNanos : previous;
  }

  /** Call it last in each callback. */
  void callbackEnds() {
    lastEnd.get()[0] = System.nanoTime();
  }
}
