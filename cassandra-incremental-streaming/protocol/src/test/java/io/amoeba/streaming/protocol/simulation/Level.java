package io.amoeba.streaming.protocol.simulation;

/** A consistency level of a write. */
enum Level {
  ONE,
  QUORUM,
  ALL;

  /** How many of so many natural replicas must answer; pending ones come on top. */
  int of(int replicas) {
    return switch (this) {
      case ONE -> 1;
      case QUORUM -> replicas / 2 + 1;
      case ALL -> replicas;
    };
  }
}
