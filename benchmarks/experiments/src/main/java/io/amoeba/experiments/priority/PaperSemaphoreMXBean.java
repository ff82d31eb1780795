package io.amoeba.experiments.priority;

/** The semaphore of one node, for the experiment that drives it. */
public interface PaperSemaphoreMXBean {

  String NAME = "io.amoeba.experiments:type=PaperSemaphore";

  /** Of high requests, from which low ones wait; 0: none waits. */
  int getThreshold();

  void setThreshold(int requests);

  /** Low requests that have waited since the start. */
  long getWaited();
}
