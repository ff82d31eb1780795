package io.amoeba.experiments.ycsb;

/** How many replicas have to answer. */
public enum Consistency {
  /** The fastest. */
  ONE,
  /** A majority. */
  QUORUM,
  /** Every one. */
  ALL
}
