package io.amoeba.streaming.checks.history;

/** Cassandra's consistency levels that the checks use. Replicas of all data centres count alike. */
public enum Level {
  ONE,
  QUORUM,
  ALL;

  /**
   * How many replicas must answer.
   *
   * @param replicationFactor of all data centres together
   */
  public int replicas(int replicationFactor) {
    return switch (this) {
      case ONE -> 1;
      case QUORUM -> replicationFactor / 2 + 1;
      case ALL -> replicationFactor;
    };
  }

  /** Whether every read at the other level meets a replica that has acknowledged this write. */
  public boolean meets(Level read, int replicationFactor) {
    return replicas(replicationFactor) + read.replicas(replicationFactor) > replicationFactor;
  }
}
