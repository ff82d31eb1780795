package io.amoeba.priority.threads;

import io.amoeba.priority.protocol.service.ServiceClass;
import org.jspecify.annotations.Nullable;

/** A client's request of another class than normal, while a thread executes it. */
public interface MarkedRequest {

  ServiceClass serviceClass();

  /** The executing thread begins to wait for replicas. Waits may be nested. */
  void beginWait();

  /** The executing thread has waited. */
  void endWait();

  /** The error to answer with instead of executing the request; null to execute it. */
  @Nullable RuntimeException errorInstead();
}
