package io.amoeba.coordinator.knowledge;

import java.time.Instant;

/**
 * A plan reached a state: when, by whom ({@code coordinator}, {@code policy}, or a token's name),
 * and why. Immutable.
 */
public record PlanEvent(Instant at, PlanState state, String by, String note) {

  /** The coordinator itself, as author. */
  public static final String COORDINATOR = "coordinator";

  /** The policy, as the one who approves. */
  public static final String POLICY = "policy";
}
