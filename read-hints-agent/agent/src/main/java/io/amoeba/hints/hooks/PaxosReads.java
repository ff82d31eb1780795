package io.amoeba.hints.hooks;

/** Whether the current thread is inside Paxos' first version, which reads as clients do. */
final class PaxosReads {

  /** One number for each thread, changed in place, so that looking at it allocates nothing. */
  private static final ThreadLocal<int[]> DEPTH = ThreadLocal.withInitial(() -> new int[1]);

  private PaxosReads() {}

  static void enter() {
    DEPTH.get()[0]++;
  }

  static void leave() {
    DEPTH.get()[0]--;
  }

  static boolean isInside() {
    return DEPTH.get()[0] > 0;
  }
}
