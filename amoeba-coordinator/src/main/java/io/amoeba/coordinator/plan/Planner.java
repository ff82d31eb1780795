package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.analyze.Symptom;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.EdgeId;
import io.amoeba.coordinator.plan.migration.MigrationRules;
import io.amoeba.partitioner.placement.PlacementMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the plans that mend what is wrong in a snapshot, migration before routing: routing follows
 * the store, so that new maps would be of no use as soon as hash slots move. Whole primaries go
 * before single hash slots, which need a primary on the node of their subtask. Stateless, safe for
 * concurrent use. Source: dissertation 5.3, figure 5.3.
 */
public final class Planner {

  private Planner() {}

  /**
   * The plans that are due, in the order in which they should be carried out.
   *
   * @param migrations empty: primaries stay where they are
   */
  public static List<ChangePlan> plans(
      ClusterSnapshot snapshot,
      List<Symptom> symptoms,
      Map<EdgeId, PlacementMap> current,
      Optional<MigrationRules> migrations) {
    List<ChangePlan> plans = new ArrayList<>();
    migrations
        .flatMap(rules -> PrimaryMigrations.of(snapshot, symptoms, rules).plan(current))
        .ifPresent(plans::add);
    StoreFollowsStream.plan(snapshot, symptoms).ifPresent(plans::add);
    RoutingPlanner.plan(snapshot, symptoms, current).ifPresent(plans::add);
    return plans;
  }

  /** Why primaries stay on nodes where they should not be, if that is so. */
  public static List<String> staying(
      ClusterSnapshot snapshot, List<Symptom> symptoms, Optional<MigrationRules> migrations) {
    return migrations
        .map(rules -> PrimaryMigrations.of(snapshot, symptoms, rules).staying())
        .orElse(List.of());
  }
}
