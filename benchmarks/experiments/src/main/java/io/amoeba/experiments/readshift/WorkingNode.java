package io.amoeba.experiments.readshift;

import io.amoeba.experiments.loops.Span;

/** How far a node is with its work. Confined to one thread. */
final class WorkingNode {
  private static final long SECONDS = 3_600;

  /** Sstables that are compacted together. */
  private static final int COMPACTED = 4;

  private final ShiftNode node;
  private final ShiftMode mode;
  private long announced;
  private long from;
  private long to;
  private long returned;
  private boolean shifted;

  WorkingNode(ShiftNode node, ShiftMode mode) {
    this.node = node;
    this.mode = mode;
  }

  /** Announces its work, if the mode does. */
  void announce(long nowNanos) {
    announced = nowNanos;
    if (mode.announces()) {
      shifted = node.announce(SECONDS);
    }
  }

  void begin(long nowNanos) {
    from = nowNanos;
  }

  void end(long nowNanos) {
    to = nowNanos;
    if (mode.announces()) {
      noteShift();
      node.withdraw();
    }
  }

  private void noteShift() {
    shifted |= node.phase().equals("shifted");
  }

  /**
   * Notes a compaction that has begun or ended since the last call.
   *
   * @param due whether the node has all its sstables, so that there was one if it has fewer
   */
  void compact(boolean due) {
    if (hasEnded()) {
      return;
    }
    boolean running = node.compacts();
    boolean done = due && !running && node.sstables() < COMPACTED;
    long now = System.nanoTime();
    if (from == 0 && (running || done)) {
      begin(now);
      announce(now);
    } else if (running && mode.announces()) {
      noteShift();
    }
    if (done) {
      end(now);
    }
  }

  boolean works() {
    return from != 0 && to == 0;
  }

  boolean hasEnded() {
    return to != 0;
  }

  /** Whether it has ended its work, and serves reads as before. */
  boolean hasReturned() {
    if (hasEnded() && returned == 0 && (!mode.announces() || node.phase().equals("quiet"))) {
      returned = System.nanoTime();
    }
    return returned != 0;
  }

  /** After the return. */
  WorkedNode worked() {
    return new WorkedNode(node.number(), new Span(from, to), announced, shifted, returned);
  }
}
