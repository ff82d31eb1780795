package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.plan.migration.MigrationRules;
import io.amoeba.coordinator.plan.moves.MoveRules;
import java.util.Optional;

/**
 * What plans must respect. Immutable.
 *
 * @param migrations of whole primaries; empty: primaries stay where they are
 * @param growth whether the store grows, and to what
 * @param moves of hash slots
 */
public record PlanRules(Optional<MigrationRules> migrations, GrowthRules growth, MoveRules moves) {

  /** Primaries stay, the store does not grow, hash slots may move anywhere. */
  public static final PlanRules DEFAULT =
      new PlanRules(Optional.empty(), GrowthRules.NONE, MoveRules.NONE);
}
