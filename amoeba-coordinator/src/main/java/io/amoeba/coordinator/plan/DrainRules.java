package io.amoeba.coordinator.plan;

import java.time.Duration;

/**
 * Whether the store leaves nodes without subtasks. Immutable.
 *
 * @param wanted whether it does
 * @param after how long all subtasks must have been where they are before
 */
public record DrainRules(boolean wanted, Duration after) {

  /** It stays where it is. */
  public static final DrainRules NONE = new DrainRules(false, Duration.ZERO);
}
