package io.amoeba.coordinator.changes.servers;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.PlanProgress;
import java.util.Map;

/** Servers that have become members. A server that does not yet run is not half done. Immutable. */
@JsonTypeName("servers")
public record StartProgress(int members) implements PlanProgress {

  /** No server is a member. */
  public static final StartProgress NONE = new StartProgress(0);

  @Override
  public boolean hasMore(ChangePlan plan) {
    return true; // who starts them says when every primary knows all of them
  }

  @Override
  public boolean isComplete(ChangePlan plan) {
    return members == plan.action().startedServers();
  }

  @Override
  public boolean isAtSafePoint() {
    return false;
  }

  @Override
  public int reassignedHashSlots(ChangePlan plan) {
    return 0;
  }

  @Override
  public String text(ChangePlan plan) {
    return "%d of %d servers are empty members".formatted(members, plan.action().startedServers());
  }

  @Override
  public Map<String, Object> fields() {
    return Map.of("serversStarted", members);
  }

  @Override
  public void check(ChangePlan plan) {
    PlanProgress.super.check(plan);
    int all = plan.action().startedServers();
    if (members < 0 || members > all) {
      throw new IllegalArgumentException(
          "%d of %d servers cannot be members".formatted(members, all));
    }
  }
}
