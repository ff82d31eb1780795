package io.amoeba.coordinator.monitor;

/**
 * What a store is asked beyond its topology. Immutable.
 *
 * @param keys whether every primary is asked from time to time how many keys it holds
 * @param load whether every primary is asked from time to time how much work its hash slots were
 * @param memory whether every primary, with or without hash slots, is asked from time to time how
 *     much memory it uses and may use, and which version it is
 * @param members whether members without hash slots are compared with the others
 * @param upkeep whether primaries with hash slots, and all replicas, are asked from time to time
 *     for their background work and its triggers
 */
public record StoreQuestions(
    boolean keys, boolean load, boolean memory, boolean members, boolean upkeep) {

  /** Its topology alone. */
  public static final StoreQuestions NONE = new StoreQuestions(false, false, false, false, false);
}
