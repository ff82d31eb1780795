package io.amoeba.embedded.redis;

import java.time.Duration;

/** An order that servers forget after a while, and then get again. Confined to one thread. */
public final class RepeatedOrder {
  private final Duration remembered;
  private final Runnable order;
  private long givenNanos;

  private RepeatedOrder(Duration remembered, Runnable order, long givenNanos) {
    this.remembered = remembered;
    this.order = order;
    this.givenNanos = givenNanos;
  }

  /** One that was not given yet. */
  public static RepeatedOrder ofNew(Duration remembered, Runnable order) {
    return new RepeatedOrder(remembered, order, System.nanoTime() - remembered.toNanos());
  }

  /** One that was given just now. */
  public static RepeatedOrder ofGiven(Duration remembered, Runnable order) {
    return new RepeatedOrder(remembered, order, System.nanoTime());
  }

  /** Gives it, unless servers remember it. */
  public void giveIfDue() {
    if (System.nanoTime() - givenNanos >= remembered.toNanos()) {
      givenNanos = System.nanoTime();
      order.run();
    }
  }
}
