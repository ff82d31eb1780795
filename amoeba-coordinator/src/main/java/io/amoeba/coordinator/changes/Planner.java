package io.amoeba.coordinator.changes;

import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.knowledge.PlanBook;
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
   * @param skipped why data or the job stay where they should not be, if that is so
   */
  public record Plans(List<ChangePlan> due, List<Problem> skipped) {
    public Plans {
      due = List.copyOf(due);
      skipped = List.copyOf(skipped);
    }
  }

  private Planner() {}

  /** The plans that are due, where none was made before. */
  public static Plans plans(
      ClusterSnapshot snapshot,
      List<Symptom> symptoms,
      Map<EdgeId, PlacementMap> current,
      PlanRules rules) {
    return plans(new PlanningInput(snapshot, symptoms, current, rules, PlanBook.EMPTY));
  }

  /** The plans that are due. */
  public static Plans plans(PlanningInput input) {
    List<ChangePlan> due = new ArrayList<>();
    List<Problem> skipped = new ArrayList<>();
    for (Change<?> change : Changes.ALL) {
      Planned planned = change.plan(input);
      planned.plan().ifPresent(due::add);
      skipped.addAll(planned.skipped());
    }
    return new Plans(due, skipped);
  }
}
