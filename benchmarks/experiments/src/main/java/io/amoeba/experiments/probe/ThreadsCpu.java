package io.amoeba.experiments.probe;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Processor time of a node's threads by the begin of their names. Which threads there are is asked
 * seldom, since that is much to answer. Confined to one thread.
 */
final class ThreadsCpu {
  private static final int ASKS_BETWEEN_NAMES = 60;

  private final String begin;
  private @Nullable ThreadMXBean threads;
  private int asked;
  private long[] ids = new long[0];

  /** None was asked for yet. */
  ThreadsCpu(String begin) {
    this.begin = begin;
  }

  /** What those that live have used since they began, in nanoseconds; always of the same node. */
  long nanos(NodeBeans node) throws IOException {
    ThreadMXBean all = threads == null ? node.threads() : threads;
    threads = all;
    if (asked++ % ASKS_BETWEEN_NAMES == 0) {
      ids =
          Arrays.stream(all.getThreadInfo(all.getAllThreadIds()))
              .filter(Objects::nonNull)
              .filter(thread -> thread.getThreadName().startsWith(begin))
              .mapToLong(ThreadInfo::getThreadId)
              .toArray();
    }
    // Of one that has ended: -1.
    return Arrays.stream(all.getThreadCpuTime(ids)).filter(nanos -> nanos > 0).sum();
  }
}
