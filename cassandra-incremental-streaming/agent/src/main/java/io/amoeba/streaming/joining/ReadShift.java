package io.amoeba.streaming.joining;

import java.time.Duration;
import java.util.function.DoubleConsumer;

/**
 * Makes reads come to a new replica gradually: coordinators add a node's severity to its score.
 * Each time that it is gossiped they also forget how slow the node was when it was colder, so it is
 * repeated until the node has been a full member for a while. Confined to one thread at a time.
 */
final class ReadShift {

  private static final int PIECES = 10;

  /** Gossip carries only what has changed; scores do not notice this much. */
  private static final double CHANGE = 0.001;

  private final long pieceNanos;
  private final DoubleConsumer severity;
  private long startNanos;
  private long joinedNanos;
  private int pieces = -1;
  private boolean joined;
  private boolean over;

  /**
   * @param duration from the first range that is read here until the node is one among all, and
   *     again from its full membership until it is taken as it is
   * @param severity takes 1 (read last) … 0 (read like others)
   */
  ReadShift(Duration duration, DoubleConsumer severity) {
    pieceNanos = duration.toNanos() / PIECES;
    this.severity = severity;
  }

  /** Called often, from the moment that the node serves reads. */
  void serving(long nowNanos) {
    if (over) {
      return;
    }
    if (pieces < 0) {
      startNanos = nowNanos;
      pieces = 0;
      severity.accept(1);
      return;
    }
    int passed = (int) ((nowNanos - startNanos) / pieceNanos);
    if (passed > pieces) {
      pieces = passed;
      over = joined && nowNanos - joinedNanos >= PIECES * pieceNanos;
      severity.accept(value());
    }
  }

  private double value() {
    if (over) {
      return 0;
    }
    return pieces < PIECES && !joined ? 1 - pieces / (double) PIECES : (pieces % 2) * CHANGE;
  }

  /** The node is a full member, and has to be read like others. */
  void joined(long nowNanos) {
    joined = true;
    joinedNanos = nowNanos;
    over = pieces < 0;
    if (!over && pieces < PIECES) {
      severity.accept(value());
    }
  }

  /** Whether the node's own part is done. */
  boolean isOver() {
    return over;
  }
}
