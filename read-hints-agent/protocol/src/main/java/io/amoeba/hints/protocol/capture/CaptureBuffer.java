package io.amoeba.hints.protocol.capture;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Two preallocated pages of answered reads: client threads fill one while the other is emptied.
 * Adding takes no lock and allocates nothing; when the page is full, the read is dropped and
 * counted. Any thread adds, one thread drains. After section 3.1 of the read-hints paper.
 *
 * @param <R> a read
 * @param <C> the replicas that it contacted
 */
public final class CaptureBuffer<R, C> {

  /** Takes the reads of a page. */
  public interface Reads<R, C> {
    /**
     * Takes one.
     *
     * @param keys holds its key, among others; to be copied before the call returns
     * @param length of the key; {@link #NO_KEY}: it was added without
     * @return whether read and contacted are some of a few objects that live long and come again:
     *     the buffer then keeps them, and where they are already nothing is stored
     */
    boolean accept(R read, C contacted, byte[] keys, int from, int length);
  }

  /** The length of no key. */
  public static final byte NO_KEY = -1;

  /** The longest key that can be added with a read. */
  public static final int KEY_BYTES = CapturePage.KEY_BYTES;

  /*
   * Why references and not bytes: a read's command lives anyway, so keeping it for an interval
   * costs two stores, and all encoding is off the client's thread. Why short keys are copied all
   * the same: they are in the client's thread's CPU cache now, and in no cache when they are
   * drained, which then takes longer than all else. Why two counters: a thread may
   * stall between claiming a slot and filling it; a page is reused only when both agree, so that no
   * slot is written by two threads.
   */

  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final LongAdder dropped = new LongAdder();
  private volatile CapturePage active;
  private volatile int capacity;
  private CapturePage idle;

  /** Room for this many reads between two drains. */
  public CaptureBuffer(int capacity) {
    this.capacity = capacity;
    this.active = new CapturePage(capacity);
    this.idle = new CapturePage(capacity);
    active.open();
  }

  /** Adds a read; false when it was dropped. */
  public boolean add(R read, C contacted) {
    return add(read, contacted, null);
  }

  /**
   * As the other, with a copy of the read's key.
   *
   * @param key at most {@link #KEY_BYTES} long; null: without
   */
  public boolean add(R read, C contacted, @Nullable ByteBuffer key) {
    CapturePage.Added added = active.add(read, contacted, key);
    if (added == CapturePage.Added.CLOSED) {
      // The pages were swapped in between; the other one is open.
      added = active.add(read, contacted, key);
    }
    if (added != CapturePage.Added.YES) {
      dropped.increment();
      return false;
    }
    return true;
  }

  /** Swaps the pages and hands over what the full one holds. How many reads that were. */
  public int drain(Reads<R, C> reads) {
    CapturePage full = active;
    if (idle.capacity() != capacity) {
      idle = new CapturePage(capacity);
    }
    idle.open();
    active = idle;
    int count = full.close();
    if (!full.awaitPublished(count, PATIENCE_NANOS)) {
      // A stalled thread may still write to the page: it is left to that thread.
      dropped.add(count);
      idle = new CapturePage(capacity);
      return 0;
    }
    try {
      full.empty(count, reads);
    } finally {
      // Also where a read is refused by an exception: the next ones need both pages.
      idle = full;
    }
    return count;
  }

  /** Reads that wait for the next drain. Only for the thread that drains. */
  public int size() {
    return active.size();
  }

  public int capacity() {
    return capacity;
  }

  /** Takes effect with the next two drains. */
  public void setCapacity(int capacity) {
    this.capacity = capacity;
  }

  /** Reads that found no room, since the start. */
  public long dropped() {
    return dropped.sum();
  }
}
