package io.amoeba.coordinator.lease;

/**
 * What others are told of the lease. Immutable.
 *
 * @param leads whether this coordinator leads
 * @param term the newest term; 0: there are no terms
 * @param leader where its leader answers; empty: nobody has said so
 * @param waitsFor what keeps this coordinator from answering; empty: nothing, or that another leads
 */
public record LeaseSight(boolean leads, long term, String leader, String waitsFor) {

  /** Of a coordinator that shares its work with nobody. */
  public static final LeaseSight ALONE = new LeaseSight(true, 0, "", "");
}
