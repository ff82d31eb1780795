package io.amoeba.coordinator.changes.leadership;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.PlanProgress;

/** Rounds that have ended. Immutable. */
@JsonTypeName("rounds")
public record LeadershipProgress(int rounds) implements PlanProgress {

  /** No round has ended. */
  public static final LeadershipProgress NONE = new LeadershipProgress(0);

  @Override
  public int done() {
    return rounds;
  }

  @Override
  public int total(ChangePlan plan) {
    return plan.action().effort();
  }

  @Override
  public String text(ChangePlan plan) {
    return "%d of %d rounds have ended".formatted(rounds, total(plan));
  }
}
