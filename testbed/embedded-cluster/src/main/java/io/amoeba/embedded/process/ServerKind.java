package io.amoeba.embedded.process;

/**
 * What a child process is. The order is that of starting; {@link ServerLauncher#close()} ends them
 * in reverse.
 */
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
