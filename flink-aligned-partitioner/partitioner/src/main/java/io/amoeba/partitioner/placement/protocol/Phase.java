package io.amoeba.partitioner.placement.protocol;

/** How far a published map has come. */
public enum Phase {
  /** Task managers validate and keep the map; nobody routes by it. Becomes {@link #COMMIT}. */
  PREPARE,
  /** Every router may switch to the map. */
  COMMIT
}
