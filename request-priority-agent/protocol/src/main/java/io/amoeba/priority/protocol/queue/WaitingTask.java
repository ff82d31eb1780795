package io.amoeba.priority.protocol.queue;

import io.amoeba.priority.protocol.service.ServiceClass;
import org.jspecify.annotations.Nullable;

/** A marked task in a queue, which never leaves it. Immutable. */
final class WaitingTask implements Runnable {

  private final Runnable task;
  private final ServiceClass serviceClass;
  private final long addedNanos;

  WaitingTask(Runnable task, ServiceClass serviceClass, long addedNanos) {
    this.task = task;
    this.serviceClass = serviceClass;
    this.addedNanos = addedNanos;
  }

  static @Nullable Runnable unwrap(@Nullable Runnable element) {
    return element instanceof WaitingTask waiting ? waiting.task : element;
  }

  ServiceClass serviceClass() {
    return serviceClass;
  }

  long addedNanos() {
    return addedNanos;
  }

  @Override
  public void run() {
    throw new IllegalStateException("a queue has handed out " + task + " with its class");
  }
}
