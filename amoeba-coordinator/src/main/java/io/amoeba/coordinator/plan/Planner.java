package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.analyze.Symptom;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.EdgeId;
import io.amoeba.partitioner.placement.PlacementMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes the plans that mend what is wrong in a snapshot, migration before routing: routing follows
 * the store, so that new maps would be of no use as soon as hash slots move. Stateless, safe for
 * concurrent use. Source: dissertation 5.3, figure 5.3.
 */
public final class Planner {

  private Planner() {}

  /** The plans that are due, in the order in which they should be carried out. */
  public static List<ChangePlan> plans(
      ClusterSnapshot snapshot, List<Symptom> symptoms, Map<EdgeId, PlacementMap> current) {
    List<ChangePlan> plans = new ArrayList<>();
    StoreFollowsStream.plan(snapshot, symptoms).ifPresent(plans::add);
    RoutingPlanner.plan(snapshot, symptoms, current).ifPresent(plans::add);
    return plans;
  }
}
