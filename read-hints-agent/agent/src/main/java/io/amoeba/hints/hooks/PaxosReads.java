package io.amoeba.hints.hooks;

import java.util.concurrent.atomic.AtomicInteger;

/** Whether the current thread is inside Paxos' first version, which reads as clients do. */
final class PaxosReads {

  /** One number for each thread, changed in place, so that looking at it allocates nothing. */
  private static final ThreadLocal<int[]> DEPTH = ThreadLocal.withInitial(() -> new int[1]);

  /**
   * How deep all threads are in it: mostly nowhere, which is quicker to see than a thread's own.
   */
  private static final AtomicInteger ANYWHERE = new AtomicInteger();

  private PaxosReads() {}

  static void enter() {
    DEPTH.get()[0]++;
    ANYWHERE.incrementAndGet();
  }

  static void leave() {
    DEPTH.get()[0]--;
    ANYWHERE.decrementAndGet();
  }

  static boolean isInside() {
    return ANYWHERE.get() > 0 && DEPTH.get()[0] > 0;
  }
}
