package io.amoeba.experiments.usage;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * A piece of work that is always the same. Its CPU time shows how fast CPUs are at the moment: it
 * grows when other hardware threads, or other machines on the same host, use their cores and
 * caches, which no counter of this machine shows. Confined to one thread.
 */
final class CalibrationLoop {
  // 4 MiB: more than the caches of one core, as a rule.
  private static final int CELLS = 1 << 20;
  private static final int STEPS = 40_000;
  // Of a linear congruential generator that visits every cell.
  private static final int FACTOR = 1_664_525;
  private static final int SUMMAND = 1_013_904_223;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final int[] next = new int[CELLS];
  private int cell;

  CalibrationLoop() {
    int from = 0;
    for (int i = 0; i < CELLS; i++) {
      int to = (from * FACTOR + SUMMAND) & (CELLS - 1);
      next[from] = to;
      from = to;
    }
  }

  /** Runs it, and returns its CPU time. */
  long nanos() {
    long start = threads.getCurrentThreadCpuTime();
    int at = cell;
    for (int i = 0; i < STEPS; i++) {
      at = next[at];
    }
    cell = at;
    return threads.getCurrentThreadCpuTime() - start;
  }
}
