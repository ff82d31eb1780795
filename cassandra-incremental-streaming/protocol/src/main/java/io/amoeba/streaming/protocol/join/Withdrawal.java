package io.amoeba.streaming.protocol.join;

import io.amoeba.streaming.protocol.join.ClusterSnapshot.RivalJoin;

/**
 * This node has taken its join back for another one that began at the same time. Immutable.
 *
 * @param rival that other one
 * @param sinceMillis when, on the driver's clock
 */
record Withdrawal(RivalJoin rival, long sinceMillis) {

  /** So long others may take to hear of it before this node ends; then its silence shows it. */
  private static final long PATIENCE_MILLIS = 30_000;

  boolean isKnown(RollCall roll, long epoch, long nowMillis) {
    return roll.livingAcknowledge(epoch) || nowMillis - sinceMillis > PATIENCE_MILLIS;
  }

  String reason() {
    return rival.endpoint()
        + " started to join at the same time and has precedence: start this node again when that one is a"
        + " full member";
  }
}
