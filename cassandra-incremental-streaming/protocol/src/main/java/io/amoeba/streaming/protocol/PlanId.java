package io.amoeba.streaming.protocol;

import java.util.UUID;

/**
 * A plan's id says whose plan it is: its first half is that of the joining node's host id, so that
 * members still know it when the node is gone from their ring.
 */
public final class PlanId {

  private PlanId() {}

  /** A new id of a plan of this host. */
  public static UUID draw(UUID host) {
    return new UUID(host.getMostSignificantBits(), UUID.randomUUID().getLeastSignificantBits());
  }

  /** Whether the host drew this id. */
  public static boolean isOf(UUID host, UUID plan) {
    return host.getMostSignificantBits() == plan.getMostSignificantBits();
  }
}
