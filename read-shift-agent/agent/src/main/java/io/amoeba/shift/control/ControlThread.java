package io.amoeba.shift.control;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ticks every second. An interrupt ends it, and so do repeated failures: then the watchdog returns
 * the reads. Safe for concurrent use.
 */
public final class ControlThread {

  private static final Logger logger = LoggerFactory.getLogger(ControlThread.class);

  private static final int MOST_FAILURES = 10;

  private final Runnable tick;
  private final AtomicLong ticks = new AtomicLong();
  private final Thread thread = new Thread(this::run, "ReadShift");

  public ControlThread(Runnable tick) {
    this.tick = tick;
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  private void run() {
    try {
      int failures = 0;
      while (failures < MOST_FAILURES) {
        TimeUnit.SECONDS.sleep(1);
        failures = tickOnce() ? 0 : failures + 1;
      }
    } catch (InterruptedException e) {
      logger.error("Read shift's thread was interrupted, and ends");
    }
  }

  private boolean tickOnce() {
    boolean succeeded = true;
    try {
      tick.run();
    } catch (RuntimeException e) {
      succeeded = false;
      logger.error(
          "Read shift could not decide; it retries in a second, {} times", MOST_FAILURES, e);
    }
    ticks.incrementAndGet();
    return succeeded;
  }

  /** How many times it has ticked, failed or not. */
  long ticks() {
    return ticks.get();
  }

  boolean isAlive() {
    return thread.isAlive();
  }
}
