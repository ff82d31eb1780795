package io.amoeba.embedded.process;

/** Kinds of child processes, in the order of their start; they are ended in reverse order. */
public enum ServerKind {
  REDIS,
  CASSANDRA,
  KAFKA,
  /** Where highly available JobManagers keep their jobs. */
  ZOOKEEPER,
  JOB_MANAGER,
  TASK_MANAGER,
  /** A server that uses the others, such as the coordinator. */
  COORDINATOR,
  /** A program that ends by itself. */
  TOOL
}
