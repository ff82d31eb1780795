package io.amoeba.coordinator.execute.moves;

/**
 * A node's pings of another one, as CLUSTER NODES tells of them. A node has at most one ping of
 * another one under way, and the answer comes back on the connection on which the ping went out.
 * Immutable.
 *
 * @param pendingMillis when the ping was sent that is not yet answered, 0: every ping is answered
 * @param answeredMillis when the last answer came, by the clock of the node that sent the ping
 */
public record PingState(long pendingMillis, long answeredMillis) {

  private static final int MILLIS_PER_SECOND = 1_000;

  /** Whether a ping is not yet answered. */
  boolean isPending() {
    return pendingMillis != 0;
  }

  /**
   * Whether the last answer came to the node itself. It also takes over what others say of theirs,
   * but they say it in whole seconds.
   */
  boolean isOwnAnswer() {
    return answeredMillis % MILLIS_PER_SECOND != 0;
  }
}
