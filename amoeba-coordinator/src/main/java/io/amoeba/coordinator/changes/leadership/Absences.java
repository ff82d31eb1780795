package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.changes.Change;
import io.amoeba.coordinator.changes.OperationContext;
import io.amoeba.coordinator.changes.Planned;
import io.amoeba.coordinator.changes.PlanningInput;
import java.util.Optional;

/**
 * Servers that people take out of the lead for a while: they order such plans themselves, so that
 * none is ever due. Stateless, safe for concurrent use.
 */
public final class Absences implements Change<LeaveServer> {

  @Override
  public Class<LeaveServer> action() {
    return LeaveServer.class;
  }

  @Override
  public Class<LeadershipProgress> progress() {
    return LeadershipProgress.class;
  }

  @Override
  public Planned plan(PlanningInput input) {
    return Planned.NOTHING;
  }

  @Override
  public Optional<LeadershipOperation> operation(OperationContext context) {
    return LeadershipOperation.of(LeaveServer.KIND, context);
  }
}
