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

  /**
   * What follows from a snapshot. Immutable.
   *
   * @param due plans, in the order in which they should be carried out
   * @param staying why primaries stay on nodes where they should not be, if that is so
   */
  public record Plans(List<ChangePlan> due, List<String> staying) {
    public Plans {
      due = List.copyOf(due);
      staying = List.copyOf(staying);
    }
  }

  private Planner() {}

  /**
   * The plans that are due.
   *
   * @param migrations empty: primaries stay where they are
   */
  public static Plans plans(
      ClusterSnapshot snapshot,
      List<Symptom> symptoms,
      Map<EdgeId, PlacementMap> current,
      Optional<MigrationRules> migrations) {
    Optional<PrimaryMigrations> leaving =
        migrations.map(rules -> PrimaryMigrations.of(snapshot, symptoms, rules));
    List<ChangePlan> due = new ArrayList<>();
    leaving.flatMap(primaries -> primaries.plan(current)).ifPresent(due::add);
    StoreFollowsStream.plan(snapshot, symptoms).ifPresent(due::add);
    RoutingPlanner.plan(snapshot, symptoms, current).ifPresent(due::add);
    return new Plans(due, leaving.map(PrimaryMigrations::staying).orElse(List.of()));
  }
}
