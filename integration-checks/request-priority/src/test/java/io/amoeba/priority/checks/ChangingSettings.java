package io.amoeba.priority.checks;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Changes what can be changed while the node runs, again and again, until its end. */
final class ChangingSettings implements AutoCloseable {

  private static final long SEED = 36;

  private final PriorityBean bean;
  private final Random random = new Random(SEED);
  private final AtomicInteger changes = new AtomicInteger();
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private final ScheduledFuture<?> changing;

  ChangingSettings(PriorityBean bean, Duration interval) {
    this.bean = bean;
    this.changing =
        thread.scheduleWithFixedDelay(this::change, 0, interval.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void change() {
    switch (random.nextInt(8)) {
      case 0 -> bean.set("Enabled", random.nextBoolean());
      case 1 -> bean.set("Mode", oneOf("act", "act", "observe"));
      case 2 -> bean.set("LowLimit", oneOf("auto", "1", "4", "1024"));
      case 3 -> bean.set("QuietTimeMillis", (long) random.nextInt(200));
      case 4 -> bean.set("OwnThreads", random.nextBoolean());
      case 6 -> bean.set("NormalLimit", oneOf("off", "auto"));
      case 5 -> bean.set("TaskOrder", random.nextBoolean());
      default -> bean.set("InlineLocal", oneOf("off", "low", "high-and-low"));
    }
    changes.incrementAndGet();
  }

  private String oneOf(String... values) {
    return values[random.nextInt(values.length)];
  }

  int changes() {
    return changes.get();
  }

  /** Ends, and throws what a change has failed with. */
  @Override
  public void close() throws Exception {
    boolean failed = changing.isDone();
    changing.cancel(false);
    thread.shutdown();
    if (!thread.awaitTermination(1, TimeUnit.MINUTES)) {
      throw new IllegalStateException("a change of a setting does not end");
    }
    if (failed) {
      var unused = changing.get();
    }
  }
}
