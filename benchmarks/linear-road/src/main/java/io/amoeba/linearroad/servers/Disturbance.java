package io.amoeba.linearroad.servers;

/**
 * A process that is killed and started again, to check that the answers stay right. Immutable.
 *
 * @param node number of the node, for a TaskManager
 * @param part of the run, 0 … 1, after which it happens
 */
public record Disturbance(Victim victim, int node, double part) {
  /** Which process is killed and then started again. */
  public enum Victim {
    TASK_MANAGER,
    COORDINATOR
  }
}
