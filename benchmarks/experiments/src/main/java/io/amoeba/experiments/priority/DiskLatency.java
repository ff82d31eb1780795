package io.amoeba.experiments.priority;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.ObjectName;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;

/**
 * A disk that needs time: each read of a table's data file blocks its thread for at least the
 * latency. A Java agent inside the node, which only this experiment gives to one. Safe for
 * concurrent use.
 */
public final class DiskLatency implements DiskLatencyMXBean {

  /** Every read of an SSTable passes its only method {@code read}, unless the file is mapped. */
  private static final String READER = "org.apache.cassandra.io.util.ChannelProxy";

  private static final String DATA_FILE = "-Data.db";
  private static final DiskLatency DISK = new DiskLatency();

  private final LongAdder reads = new LongAdder();
  private volatile long latencyNanos;

  private DiskLatency() {}

  /** Called by the JVM. */
  public static void premain(String options, Instrumentation instrumentation) throws JMException {
    new AgentBuilder.Default()
        .disableClassFormatChanges()
        .type(named(READER))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.visit(Advice.to(Read.class).on(named("read"))))
        .installOn(instrumentation);
    ManagementFactory.getPlatformMBeanServer().registerMBean(DISK, new ObjectName(NAME));
  }

  /** Becomes the start of Cassandra's method. */
  private static final class Read {
    @Advice.OnMethodEnter
    static void begins(@Advice.FieldValue("filePath") String file) {
      DiskLatency.pass(file);
    }
  }

  /** Blocks the thread that is about to read. */
  public static void pass(String file) {
    if (file.endsWith(DATA_FILE)) {
      DISK.takeTime();
    }
  }

  private void takeTime() {
    long latency = latencyNanos;
    if (latency == 0) {
      return;
    }
    long end = System.nanoTime() + latency;
    for (long left = latency; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(this, left);
      if (Thread.currentThread().isInterrupted()) {
        return; // the node stops
      }
    }
    reads.increment();
  }

  @Override
  public long getLatencyMicros() {
    return TimeUnit.NANOSECONDS.toMicros(latencyNanos);
  }

  @Override
  public void setLatencyMicros(long latency) {
    latencyNanos = TimeUnit.MICROSECONDS.toNanos(latency);
  }

  @Override
  public long getReads() {
    return reads.sum();
  }
}
