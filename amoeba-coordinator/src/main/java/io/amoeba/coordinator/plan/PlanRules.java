package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.plan.migration.MigrationRules;
import io.amoeba.coordinator.plan.moves.MoveRules;
import java.util.Optional;

/**
 * What plans must respect. Immutable.
 *
 * @param migrations of whole primaries; empty: primaries stay where they are
 * @param growth whether the store grows, and to what
 * @param drain whether the store leaves nodes without subtasks
 * @param moves of hash slots
 * @param rescales whether the job gets more subtasks, and where none is counted on: the store gains
 *     nothing there, either
 * @param leastRise of the local-hit rate (0 … 1) for which data or records move at all
 */
public record PlanRules(
    Optional<MigrationRules> migrations,
    GrowthRules growth,
    DrainRules drain,
    MoveRules moves,
    RescaleRules rescales,
    double leastRise) {

  public PlanRules {
    moves = moves.withoutJobOn(rescales.forbiddenNodes());
  }

  /** Primaries and the job stay, the store does not grow, hash slots may move anywhere. */
  public static final PlanRules DEFAULT =
      new PlanRules(Optional.empty(), GrowthRules.NONE, MoveRules.NONE);

  /** The job keeps its parallelism, no node is left, and nothing is too little. */
  public PlanRules(Optional<MigrationRules> migrations, GrowthRules growth, MoveRules moves) {
    this(migrations, growth, DrainRules.NONE, moves, RescaleRules.NONE, 0);
  }
}
