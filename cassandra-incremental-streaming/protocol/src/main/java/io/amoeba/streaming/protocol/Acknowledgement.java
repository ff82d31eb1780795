package io.amoeba.streaming.protocol;

import java.util.UUID;

/**
 * A member's word that it has applied an announcement, in its ring and on its disk.
 *
 * @param plan the joining node's plan
 * @param epoch the largest epoch applied
 * @param heldSince the epoch since which it has held, without a break, every token that was
 *     pending; larger than {@code epoch} when it has given pending tokens up since, and needs a new
 *     epoch
 * @param writeTimeoutMillis its longest write timeout
 * @param readTimeoutMillis its longest read timeout, of single partitions and ranges
 * @param voided the plan's node was removed; the plan must stop
 */
public record Acknowledgement(
    UUID plan,
    long epoch,
    long heldSince,
    long writeTimeoutMillis,
    long readTimeoutMillis,
    boolean voided) {

  public Acknowledgement {
    if (epoch < 0 || heldSince < 0 || heldSince > epoch + 1) {
      throw new IllegalArgumentException(
          "epoch " + epoch + ", held since " + heldSince + ": want 0 <= heldSince <= epoch + 1");
    }
    if (writeTimeoutMillis < 0 || readTimeoutMillis < 0) {
      throw new IllegalArgumentException(
          "timeouts of "
              + writeTimeoutMillis
              + " and "
              + readTimeoutMillis
              + " ms: want at least 0");
    }
  }

  /** Whether it holds what the epoch it has applied announced as pending. */
  public boolean holds() {
    return !voided && heldSince <= epoch;
  }
}
