package io.amoeba.coordinator.changes.servers;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.PlanProgress;

/** Servers that have become members. A server that does not yet run is not half done. Immutable. */
@JsonTypeName("servers")
public record StartProgress(int members) implements PlanProgress {

  /** No server is a member. */
  public static final StartProgress NONE = new StartProgress(0);

  @Override
  public int done() {
    return members;
  }

  @Override
  public int total(ChangePlan plan) {
    return plan.action().startedServers();
  }

  @Override
  public String text(ChangePlan plan) {
    return "%d of %d servers are empty members".formatted(members, total(plan));
  }
}
