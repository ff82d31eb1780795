package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.changes.Change;
import io.amoeba.coordinator.changes.OperationContext;
import io.amoeba.coordinator.changes.Planned;
import io.amoeba.coordinator.changes.PlanningInput;
import java.util.Optional;

/** Rounds of work. Plans none by itself. Stateless, safe for concurrent use. */
public final class UpkeepRounds implements Change<KeepUpServers> {

  @Override
  public Class<KeepUpServers> action() {
    return KeepUpServers.class;
  }

  @Override
  public Class<LeadershipProgress> progress() {
    return LeadershipProgress.class;
  }

  @Override
  public Planned plan(PlanningInput input) {
    return Planned.NOTHING;
  }

  /** One that is half done ends also where no further ones are planned. */
  @Override
  public Optional<LeadershipOperation> operation(OperationContext context) {
    return Optional.of(
        new LeadershipOperation(
            KeepUpServers.KIND, context.cluster(), context.rest(), RoundLimits.DEFAULT));
  }
}
