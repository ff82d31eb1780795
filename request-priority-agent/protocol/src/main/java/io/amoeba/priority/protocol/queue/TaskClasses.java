package io.amoeba.priority.protocol.queue;

import io.amoeba.priority.protocol.service.ServiceClass;

/** Tells the class of a task when it is added, on the adding thread. */
@FunctionalInterface
public interface TaskClasses {
  ServiceClass of(Runnable task);
}
