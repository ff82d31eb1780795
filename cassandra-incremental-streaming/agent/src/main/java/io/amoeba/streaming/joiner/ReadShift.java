package io.amoeba.streaming.joiner;

import java.time.Duration;
import java.util.function.DoubleConsumer;

/**
 * Makes reads come to a new replica gradually: coordinators add a node's severity to its score, and
 * without samples of their own would rank a cold node best. Confined to the join's thread.
 */
final class ReadShift {

  private static final int PIECES = 10;

  private final long pieceNanos;
  private final DoubleConsumer severity;
  private long startNanos;
  private int pieces = -1;

  /**
   * @param duration from the first range that is read here until the node is one among all
   * @param severity takes 1 (read last) … 0 (read like others)
   */
  ReadShift(Duration duration, DoubleConsumer severity) {
    pieceNanos = duration.toNanos() / PIECES;
    this.severity = severity;
  }

  /** Called often, from the moment that the node serves reads. */
  void serving(long nowNanos) {
    if (pieces < 0) {
      startNanos = nowNanos;
      pieces = 0;
      severity.accept(1);
      return;
    }
    int passed = (int) Math.min(PIECES, (nowNanos - startNanos) / pieceNanos);
    if (passed > pieces) {
      pieces = passed;
      severity.accept(1 - passed / (double) PIECES);
    }
  }

  /** The end: whatever is left of it is taken back. */
  void end() {
    if (pieces >= 0 && pieces < PIECES) {
      pieces = PIECES;
      severity.accept(0);
    }
  }
}
