package io.amoeba.priority.protocol.queue;

import io.amoeba.priority.protocol.service.ServiceClass;

/** Tells the class of a task when it is added, and is told when it is taken. */
@FunctionalInterface
public interface TaskClasses {

  /** On the adding thread. */
  ServiceClass of(Runnable task);

  /** Whether tasks of higher classes are handed out first. On the adding thread. */
  default boolean isOrdered() {
    return true;
  }

  /** A clock in nanoseconds, for waits. */
  default long nowNanos() {
    return 0;
  }

  /**
   * On the thread that takes a task, and runs it next.
   *
   * @param waitedNanos since it was added; 0 for normal tasks, whose wait is not measured
   */
  default void taken(ServiceClass serviceClass, long waitedNanos) {
    // Most tests need no more than the order.
  }
}
