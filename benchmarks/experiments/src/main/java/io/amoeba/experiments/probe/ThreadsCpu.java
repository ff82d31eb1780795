package io.amoeba.experiments.probe;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * CPU time of a node's threads, by the prefix of their names. Threads are listed rarely, since that
 * costs the node much. Confined to one thread.
 */
final class ThreadsCpu {
  private static final int SAMPLES_BETWEEN_LISTS = 60;

  private final String prefix;
  private @Nullable ThreadMXBean threads;
  private int sampled;
  private long[] ids = new long[0];

  ThreadsCpu(String prefix) {
    this.prefix = prefix;
  }

  /** Of those that live, in nanoseconds since their start; always of the same node. */
  long nanos(NodeBeans node) throws IOException {
    ThreadMXBean all = threads == null ? node.threads() : threads;
    threads = all;
    if (sampled++ % SAMPLES_BETWEEN_LISTS == 0) {
      ids =
          Arrays.stream(all.getThreadInfo(all.getAllThreadIds()))
              .filter(Objects::nonNull)
              .filter(thread -> thread.getThreadName().startsWith(prefix))
              .mapToLong(ThreadInfo::getThreadId)
              .toArray();
    }
    // Of one that has ended: -1.
    return Arrays.stream(all.getThreadCpuTime(ids)).filter(nanos -> nanos > 0).sum();
  }
}
