package io.amoeba.experiments.priority;

import io.amoeba.priority.protocol.admission.StartRule;
import java.lang.management.ManagementFactory;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The paper's semaphore (algorithms 2 and 3) for high and low requests: low ones wait while as many
 * high ones as the threshold are executed, and the high one that ends releases all of them. Runs
 * inside the node, whose class path only this experiment extends. Safe for concurrent use.
 */
public final class PaperSemaphore implements StartRule, PaperSemaphoreMXBean {

  /*
   * A request of the paper keeps its thread while it waits, and wakes up to look again whether high
   * ones run; here it waits in a queue, and who releases looks again before each. A high request
   * counts until its answer is ready, also while it only waits for replicas, as the paper's does.
   */

  private final AtomicInteger high = new AtomicInteger();
  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
  private final LongAdder waited = new LongAdder();
  private volatile int threshold;

  /** Called by the service loader. */
  public PaperSemaphore() throws JMException {
    ManagementFactory.getPlatformMBeanServer().registerMBean(this, new ObjectName(NAME));
  }

  /** Without an MBean. */
  PaperSemaphore(int threshold) {
    this.threshold = threshold;
  }

  @Override
  public int getThreshold() {
    return threshold;
  }

  @Override
  public void setThreshold(int requests) {
    threshold = requests;
    release();
  }

  @Override
  public long getWaited() {
    return waited.sum();
  }

  private boolean isClosed() {
    int most = threshold;
    return most > 0 && high.get() >= most;
  }

  @Override
  public void highBegins() {
    high.incrementAndGet();
  }

  @Override
  public void highEnds() {
    high.decrementAndGet();
    release();
  }

  @Override
  public void start(Runnable low) {
    if (!isClosed()) {
      low.run();
      return;
    }
    waited.increment();
    waiting.add(low);
    // The last high one may have ended meanwhile.
    release();
  }

  private void release() {
    while (!isClosed()) {
      Runnable low = waiting.poll();
      if (low == null) {
        return;
      }
      low.run();
    }
  }
}
