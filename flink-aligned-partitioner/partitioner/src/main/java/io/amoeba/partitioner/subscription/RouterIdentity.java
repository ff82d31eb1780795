package io.amoeba.partitioner.subscription;

/** Which router this is: subtask of how many, and the random number it drew when it opened. */
public final class RouterIdentity {

  private final int subtask;
  private final int parallelism;
  private final long incarnation;

  /** Identity of a router in one attempt. */
  public RouterIdentity(int subtask, int parallelism, long incarnation) {
    this.subtask = subtask;
    this.parallelism = parallelism;
    this.incarnation = incarnation;
  }

  /** Subtask index of the router. */
  public int subtask() {
    return subtask;
  }

  /** Number of routers of the edge. */
  public int parallelism() {
    return parallelism;
  }

  /** Random number of this opening. */
  public long incarnation() {
    return incarnation;
  }
}
