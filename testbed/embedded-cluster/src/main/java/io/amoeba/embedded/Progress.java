package io.amoeba.embedded;

/** Progress of a cluster's start. Called from several threads, but never at the same time. */
@FunctionalInterface
public interface Progress {
  /**
   * @param name the finished step, for example {@code "TaskManager 2"}
   * @param done number of finished steps
   */
  void step(String name, int done, int total);
}
