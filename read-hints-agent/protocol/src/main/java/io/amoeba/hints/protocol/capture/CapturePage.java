package io.amoeba.hints.protocol.capture;

import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One of the buffer's two halves. Many threads add, one opens, closes and empties. */
final class CapturePage {

  /** The longest key that a slot has room for. */
  static final int KEY_BYTES = 31;

  /** A key's length, and the key. */
  private static final int KEY_ROOM = KEY_BYTES + 1;

  private static final byte NO_KEY = CaptureBuffer.NO_KEY;

  enum Added {
    YES,
    FULL,
    CLOSED
  }

  /** Far above every capacity; what late threads still add to it does not overflow. */
  private static final int CLOSED = 1 << 30;

  private static final int SPINS = 1_000;
  private static final long PAUSE_NANOS = 50_000;

  private final int capacity;
  private final @Nullable Object[] slots;
  private final byte[] keys;
  private final PageCounters counters = new PageCounters(CLOSED);

  CapturePage(int capacity) {
    this.capacity = capacity;
    this.slots = new Object[2 * capacity];
    this.keys = new byte[KEY_ROOM * capacity];
  }

  int capacity() {
    return capacity;
  }

  void open() {
    counters.reset();
  }

  /**
   * Adds a read.
   *
   * @param key at most {@link #KEY_BYTES} long; it is copied
   */
  Added add(Object read, Object contacted, @Nullable ByteBuffer key) {
    // Looked at first: a full page costs no write to a line that all threads share.
    // And once only: a second read may see the page opened again, and a slot that is not claimed.
    int seen = counters.claimed();
    int slot = seen < capacity ? counters.claim() : seen;
    if (slot >= capacity) {
      return slot >= CLOSED ? Added.CLOSED : Added.FULL;
    }
    put(read, 2 * slot);
    put(contacted, 2 * slot + 1);
    copy(key, KEY_ROOM * slot);
    counters.publish();
    return Added.YES;
  }

  /** Often it is there: a reference that is stored makes work for the garbage collector. */
  private void put(Object object, int at) {
    if (slots[at] != object) {
      slots[at] = object;
    }
  }

  private void copy(@Nullable ByteBuffer key, int at) {
    if (key == null) {
      keys[at] = NO_KEY;
    } else {
      int length = key.remaining();
      keys[at] = (byte) length;
      copy(key, length, at + 1);
    }
  }

  /** Neither moves the key, which others read, nor allocates; Java 11 has no one call for it. */
  private void copy(ByteBuffer key, int length, int at) {
    if (key.hasArray()) {
      System.arraycopy(key.array(), key.arrayOffset() + key.position(), keys, at, length);
      return;
    }
    for (int i = 0; i < length; i++) {
      keys[at + i] = key.get(key.position() + i);
    }
  }

  /** How many it holds, while it is open. */
  int size() {
    return Math.min(counters.claimed(), capacity);
  }

  /** Refuses further reads. How many it holds. */
  int close() {
    return Math.min(counters.close(CLOSED), capacity);
  }

  /** Waits until threads that have claimed a slot have filled it. False when one does not. */
  boolean awaitPublished(int count, long patienceNanos) {
    for (int spin = 0; spin < SPINS; spin++) {
      if (counters.published() >= count) {
        return true;
      }
      Thread.onSpinWait();
    }
    long deadline = System.nanoTime() + patienceNanos;
    while (counters.published() < count) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return true;
  }

  @SuppressWarnings("unchecked")
  <R, C> void empty(int count, CaptureBuffer.Reads<R, C> reads) {
    for (int slot = 0; slot < count; slot++) {
      R read = (R) slots[2 * slot];
      C contacted = (C) slots[2 * slot + 1];
      int at = KEY_ROOM * slot;
      boolean comesAgain =
          read != null
              && contacted != null
              && reads.accept(read, contacted, keys, at + 1, keys[at]);
      if (!comesAgain) {
        slots[2 * slot] = null;
        slots[2 * slot + 1] = null;
      }
    }
  }
}
