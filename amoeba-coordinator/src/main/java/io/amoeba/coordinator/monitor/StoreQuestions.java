package io.amoeba.coordinator.monitor;

/**
 * What a store is asked beyond its topology, since plans need it. Immutable.
 *
 * @param keys whether every primary is asked from time to time how many keys it holds
 * @param load whether every primary is asked from time to time how much work its hash slots were
 * @param memory whether every primary, with or without hash slots, is asked from time to time how
 *     much memory it uses and may use
 * @param members whether members without hash slots are compared with the others
 */
public record StoreQuestions(boolean keys, boolean load, boolean memory, boolean members) {

  /** Its topology alone. */
  public static final StoreQuestions NONE = new StoreQuestions(false, false, false, false);
}
