package io.amoeba.experiments.ycsb;

/** How many replicas have to answer. */
public enum Consistency {
  /** A majority. */
  QUORUM,
  /** Every one. */
  ALL
}
