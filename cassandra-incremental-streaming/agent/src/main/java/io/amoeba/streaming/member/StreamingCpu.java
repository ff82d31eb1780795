package io.amoeba.streaming.member;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The part of this process's CPU time that its sending of streams takes. What Cassandra's network
 * threads add, for encryption, cannot be told from requests. Confined to one thread.
 */
final class StreamingCpu {

  /** Cassandra's threads that read SSTables and send them. */
  private static final String SENDERS = "NettyStreaming-Outbound-";

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private Map<Long, Long> nanosByThread = new HashMap<>();
  private long processNanos;

  /** Since the last call; absent on a JVM that does not measure it. */
  OptionalDouble part() {
    if (!threads.isThreadCpuTimeSupported()
        || !threads.isThreadCpuTimeEnabled()
        || !(ManagementFactory.getOperatingSystemMXBean()
            instanceof OperatingSystemMXBean system)) {
      return OptionalDouble.empty();
    }
    long process = system.getProcessCpuTime();
    Map<Long, Long> now = new HashMap<>();
    long sending = 0;
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().startsWith(SENDERS)) {
        long id = thread.getThreadId();
        long nanos = Math.max(0, threads.getThreadCpuTime(id));
        now.put(id, nanos);
        sending += Math.max(0, nanos - nanosByThread.getOrDefault(id, nanos));
      }
    }
    long passed = process - processNanos;
    boolean first = processNanos == 0;
    nanosByThread = now;
    processNanos = process;
    return first || passed <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.min(1, (double) sending / passed));
  }
}
