package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.EdgeId;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A plan with everything that is needed to decide about it: the topology that it was made for, its
 * cost and its expected gain. Immutable.
 */
public record Proposal(ChangePlan plan, String fingerprint, PlanCost cost, PlanGain gain) {

  /**
   * Estimates what a plan costs and brings.
   *
   * @param expectedHandOver how long earlier hand-overs took
   */
  public static Proposal of(
      ChangePlan plan,
      String fingerprint,
      ClusterSnapshot snapshot,
      Optional<Duration> expectedHandOver) {
    PlanCost cost = new PlanCost(plan.movedHashSlots(), 0, expectedHandOver);
    return new Proposal(plan, fingerprint, cost, gain(plan, snapshot));
  }

  /** The aligned edges. */
  public List<EdgeId> edges() {
    return plan.alignments().stream().map(EdgeAlignment::edge).toList();
  }

  /** Whether both were made for the same topology and end in the same owners. */
  public boolean isSameAs(Proposal other) {
    return fingerprint.equals(other.fingerprint) && plan.sameOutcome(other.plan);
  }

  private static PlanGain gain(ChangePlan plan, ClusterSnapshot snapshot) {
    Map<String, OperatorRates> rates = new HashMap<>();
    for (StreamOperator operator : snapshot.job().map(StreamJob::aligned).orElse(List.of())) {
      rates.put(operator.name(), operator.rates());
    }
    List<String> operators = plan.alignments().stream().map(a -> a.edge().operator()).toList();
    boolean weighed =
        operators.stream()
            .allMatch(o -> rates.getOrDefault(o, OperatorRates.UNKNOWN).recordsInPerSecond() > 0);
    boolean measured = operators.stream().allMatch(snapshot.localShares()::containsKey);
    double before = 0;
    double after = 0;
    double weights = 0;
    for (EdgeAlignment alignment : plan.alignments()) {
      String operator = alignment.edge().operator();
      double weight =
          weighed ? rates.getOrDefault(operator, OperatorRates.UNKNOWN).recordsInPerSecond() : 1;
      double share =
          measured ? snapshot.localShares().getOrDefault(operator, 0.0) : alignment.alignedBefore();
      before += weight * share;
      after += weight * alignment.alignedAfter();
      weights += weight;
    }
    return new PlanGain(before / weights, measured, after / weights);
  }
}
