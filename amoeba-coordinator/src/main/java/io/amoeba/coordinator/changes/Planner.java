package io.amoeba.coordinator.changes;

import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes the plans that correct what is wrong in a snapshot. Stateless, safe for concurrent use. */
public final class Planner {

  /**
   * What follows from a snapshot. Immutable.
   *
   * @param due plans, in the order in which they should be carried out
   * @param staying why primaries or hash slots stay where they should not be, if that is so
   */
  public record Plans(List<ChangePlan> due, List<String> staying) {
    public Plans {
      due = List.copyOf(due);
      staying = List.copyOf(staying);
    }
  }

  private Planner() {}

  /** The plans that are due. */
  public static Plans plans(
      ClusterSnapshot snapshot,
      List<Symptom> symptoms,
      Map<EdgeId, PlacementMap> current,
      PlanRules rules) {
    PlanningInput input = new PlanningInput(snapshot, symptoms, current, rules);
    List<ChangePlan> due = new ArrayList<>();
    List<String> staying = new ArrayList<>();
    for (Change<?> change : Changes.ALL) {
      Planned planned = change.plan(input);
      planned.plan().ifPresent(due::add);
      staying.addAll(planned.skipped());
    }
    return new Plans(due, staying);
  }
}
