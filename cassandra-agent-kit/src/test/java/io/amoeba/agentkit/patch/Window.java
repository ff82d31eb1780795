package io.amoeba.agentkit.patch;

/** Stands for a class of Cassandra that another agent changes before. */
class Window {

  int open() {
    return 1;
  }

  int close() {
    return 2;
  }
}
