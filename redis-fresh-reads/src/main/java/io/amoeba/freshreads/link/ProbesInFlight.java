package io.amoeba.freshreads.link;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The heartbeats, or the reads of them, that wait for an answer of one node. Safe for concurrent
 * use.
 */
final class ProbesInFlight {
  private static final int MOST = 8;

  /** After so long without an answer a connection is worthless. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final AtomicInteger unanswered = new AtomicInteger();
  private volatile long waitingSinceNanos;

  /** Whether no more may be sent until one is answered. */
  boolean isFull() {
    return unanswered.get() >= MOST;
  }

  boolean isEmpty() {
    return unanswered.get() == 0;
  }

  void sent(long nowNanos) {
    if (unanswered.getAndIncrement() == 0) {
      waitingSinceNanos = nowNanos;
    }
  }

  /** One was answered, or failed. */
  void ended(long nowNanos) {
    waitingSinceNanos = nowNanos;
    unanswered.decrementAndGet();
  }

  /** Whether the node has answered none for too long. */
  boolean hang(long nowNanos) {
    return !isEmpty() && nowNanos - waitingSinceNanos > PATIENCE_NANOS;
  }
}
