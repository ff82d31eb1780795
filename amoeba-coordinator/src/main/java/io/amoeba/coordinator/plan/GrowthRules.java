package io.amoeba.coordinator.plan;

import java.util.Optional;

/**
 * Whether, and to what servers, the store grows. Immutable.
 *
 * @param wanted whether it grows to empty members
 * @param start where a server is started on a node that has none; empty: none is started
 */
public record GrowthRules(boolean wanted, Optional<StartRules> start) {

  /** It does not grow. */
  public static final GrowthRules NONE = new GrowthRules(false, Optional.empty());

  /** It grows to what is a member already. */
  public static final GrowthRules TO_MEMBERS = new GrowthRules(true, Optional.empty());
}
