package io.amoeba.agentkit.patch;

/** Stands for a class of Cassandra. */
class Door {

  private final int width;

  Door(int width) {
    this.width = width;
  }

  int open(int steps) {
    return width * steps;
  }

  int open() {
    return width;
  }
}
