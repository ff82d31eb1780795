package io.amoeba.coordinator.execute;

/** How far a published map has come. */
public enum Phase {
  /** Task managers check the map; nobody routes by it. */
  PREPARE,
  /** Every router may switch to the map. */
  COMMIT
}
