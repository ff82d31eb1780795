package io.amoeba.partitioner.placement;

/**
 * Bounds of epochs. Every receiver refuses an epoch out of bounds: maps with larger ones are never
 * published, so a claim near 2^63 would end alignment permanently. Stateless.
 */
public final class EpochBounds {

  /** A map in every millisecond for 34 years: no coordinator reaches it from 0. */
  public static final long PLAUSIBLE = 1L << 40;

  /** The largest epoch of a map. Claims raise it by small steps only, once per published map. */
  public static final long LARGEST = 1L << 41;

  /** Maps that were published and not kept before a coordinator ended. */
  private static final long STEP = 1_024;

  private EpochBounds() {}

  /** The largest epoch that a router, gate or partitioner can have. */
  public static long claimable(long published) {
    return Math.min(LARGEST, Math.max(PLAUSIBLE, published) + STEP);
  }

  /** Whether work may continue by an epoch that a checkpoint brings back. */
  public static boolean isRestorable(long epoch) {
    return epoch >= 0 && epoch <= PLAUSIBLE;
  }
}
