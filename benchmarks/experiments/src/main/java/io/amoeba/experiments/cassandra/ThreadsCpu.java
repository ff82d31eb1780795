package io.amoeba.experiments.cassandra;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.Objects;

/**
 * Processor time of a node's threads by the begin of their names. Which threads there are is asked
 * seldom, since that is much to answer. Confined to one thread.
 */
public final class ThreadsCpu {
  private static final int ASKS_BETWEEN_NAMES = 60;

  private final String begin;
  private int asked;
  private long[] ids = new long[0];

  /** None was asked for yet. */
  public ThreadsCpu(String begin) {
    this.begin = begin;
  }

  /** What those that live have used since they began, in nanoseconds. */
  public long nanos(NodeBeans node) throws IOException {
    ThreadMXBean threads = node.threads();
    if (asked++ % ASKS_BETWEEN_NAMES == 0) {
      ids =
          Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
              .filter(Objects::nonNull)
              .filter(thread -> thread.getThreadName().startsWith(begin))
              .mapToLong(ThreadInfo::getThreadId)
              .toArray();
    }
    // Of one that has ended: -1.
    return Arrays.stream(threads.getThreadCpuTime(ids)).filter(nanos -> nanos > 0).sum();
  }
}
