package io.amoeba.freshreads.proof.simulation;

import org.jspecify.annotations.Nullable;

/**
 * What one server stores. The value of a key is the moment of its write, so that a value tells how
 * old it is. An offset in a history, and a counter, serve clients that do without heartbeats.
 */
final class Dataset {

  static final int KEYS = 2;
  static final long NIL = Long.MIN_VALUE;

  private final long[] values = new long[KEYS];
  private @Nullable String heartbeat;
  private long counter;
  private long offset;
  private int history = 1;

  Dataset copy() {
    Dataset copy = new Dataset();
    System.arraycopy(values, 0, copy.values, 0, KEYS);
    copy.heartbeat = heartbeat;
    copy.counter = counter;
    copy.offset = offset;
    copy.history = history;
    return copy;
  }

  long value(int key) {
    return values[key];
  }

  @Nullable String heartbeat() {
    return heartbeat;
  }

  long counter() {
    return counter;
  }

  long offset() {
    return offset;
  }

  int history() {
    return history;
  }

  /** What a server does that becomes a primary: later offsets belong to another history. */
  void startHistory(int next) {
    history = next;
  }

  /** Applies one write of the replication stream. */
  void apply(Write write) {
    offset++;
    switch (write.kind()) {
      case SET -> values[write.key()] = write.nanos();
      case HEARTBEAT -> heartbeat = write.text();
      case NO_HEARTBEAT -> heartbeat = null;
      case COUNT -> counter++;
    }
  }

  /**
   * One write.
   *
   * @param nanos the value: the moment of the write, or {@link #NIL} for a deletion
   */
  record Write(Kind kind, int key, long nanos, @Nullable String text) {
    enum Kind {
      SET,
      HEARTBEAT,
      NO_HEARTBEAT,
      COUNT
    }

    static Write of(int key, long nanos) {
      return new Write(Kind.SET, key, nanos, null);
    }

    static Write heartbeat(@Nullable String text) {
      return new Write(text == null ? Kind.NO_HEARTBEAT : Kind.HEARTBEAT, 0, 0, text);
    }

    static Write count() {
      return new Write(Kind.COUNT, 0, 0, null);
    }
  }
}
