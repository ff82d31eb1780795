package io.amoeba.experiments.readshift;

/** Background work of nodes. */
public enum NodeWork {
  /** A compaction of a whole table, on all nodes: all get the same writes. */
  COMPACTION,
  /** A snapshot of a node, and a compressed copy of it. */
  BACKUP;

  /** As on the command line. */
  @Override
  public String toString() {
    return this == COMPACTION ? "compaction" : "backup";
  }
}
