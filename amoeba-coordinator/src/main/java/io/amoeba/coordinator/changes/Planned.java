package io.amoeba.coordinator.changes;

import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.plan.ChangePlan;
import java.util.List;
import java.util.Optional;

/**
 * What a planner found. Immutable.
 *
 * @param plan empty: nothing is due
 * @param skipped why data or the job stay where they should not be
 */
public record Planned(Optional<ChangePlan> plan, List<Problem> skipped) {

  /** Nothing is due. */
  public static final Planned NOTHING = new Planned(Optional.empty(), List.of());

  public Planned {
    skipped = List.copyOf(skipped);
  }

  /** A plan, and what it does not do. */
  public static Planned of(ChangePlan plan, List<Problem> skipped) {
    return new Planned(Optional.of(plan), skipped);
  }

  /** No plan, for these reasons. */
  public static Planned skipped(List<Problem> reasons) {
    return new Planned(Optional.empty(), reasons);
  }
}
