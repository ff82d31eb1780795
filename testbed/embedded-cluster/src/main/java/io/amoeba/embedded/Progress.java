package io.amoeba.embedded;

/**
 * Is told how far the start of a cluster is. Called from several threads, but never at the same
 * time.
 */
@FunctionalInterface
public interface Progress {
  /**
   * @param name what has just been done, for example {@code "TaskManager 2"}
   * @param done number of steps that are done
   * @param total number of steps in all
   */
  void step(String name, int done, int total);
}
