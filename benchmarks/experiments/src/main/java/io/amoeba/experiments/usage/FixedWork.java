package io.amoeba.experiments.usage;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * A piece of work that is always the same. How much processor time it takes says how fast the
 * processors are at the moment: less so when their other hardware threads, or other machines on the
 * same host, use them and their caches, which no counter of this machine tells. Confined to one
 * thread.
 */
final class FixedWork {
  // 4 MiB: more than the caches of one core, as a rule.
  private static final int CELLS = 1 << 20;
  private static final int STEPS = 40_000;
  // Of a linear congruential generator that visits every cell.
  private static final int FACTOR = 1_664_525;
  private static final int SUMMAND = 1_013_904_223;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final int[] next = new int[CELLS];
  private int cell;

  FixedWork() {
    int from = 0;
    for (int i = 0; i < CELLS; i++) {
      int to = (from * FACTOR + SUMMAND) & (CELLS - 1);
      next[from] = to;
      from = to;
    }
  }

  /** Does it, and returns the processor time that it took. */
  long nanos() {
    long begin = threads.getCurrentThreadCpuTime();
    int at = cell;
    for (int i = 0; i < STEPS; i++) {
      at = next[at];
    }
    cell = at;
    return threads.getCurrentThreadCpuTime() - begin;
  }
}
