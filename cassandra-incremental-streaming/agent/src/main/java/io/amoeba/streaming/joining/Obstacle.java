package io.amoeba.streaming.joining;

/**
 * Why a node cannot join incrementally. Immutable.
 *
 * @param words what it is, and what to do about it
 * @param usual whether every small cluster has it, and no action is needed
 */
record Obstacle(String words, boolean usual) {

  static Obstacle of(String words) {
    return new Obstacle(words, false);
  }
}
