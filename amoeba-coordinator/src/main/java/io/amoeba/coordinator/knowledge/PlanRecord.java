package io.amoeba.coordinator.knowledge;

import io.amoeba.coordinator.monitor.EdgeId;
import io.amoeba.coordinator.plan.ChangePlan;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A plan with its fate: when it was made, first tried and ended, and the epochs of the maps that
 * were published for it. Immutable.
 */
public record PlanRecord(
    String id,
    ChangePlan plan,
    PlanState state,
    Instant plannedAt,
    Optional<Instant> triedAt,
    Optional<Instant> endedAt,
    Map<EdgeId, Long> epochs) {

  public PlanRecord {
    epochs = Map.copyOf(epochs);
  }

  /** Time from the decision to the completion on every edge. */
  public Optional<Duration> adaptation() {
    return state == PlanState.COMPLETED
        ? triedAt.flatMap(from -> endedAt.map(to -> Duration.between(from, to)))
        : Optional.empty();
  }

  PlanRecord tried(Instant at) {
    return triedAt.isPresent()
        ? this
        : new PlanRecord(id, plan, state, plannedAt, Optional.of(at), endedAt, epochs);
  }

  PlanRecord executing(ChangePlan published, Map<EdgeId, Long> publishedEpochs) {
    return new PlanRecord(
        id, published, PlanState.EXECUTING, plannedAt, triedAt, endedAt, publishedEpochs);
  }

  PlanRecord ended(PlanState end, Instant at) {
    return new PlanRecord(id, plan, end, plannedAt, triedAt, Optional.of(at), epochs);
  }
}
