package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.plan.PlanAction.AlignedShare;
import io.amoeba.coordinator.plan.PlanGain.AvoidedLoss;
import io.amoeba.coordinator.plan.PlanGain.LocalShare;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A plan with everything that is needed to decide about it: the topology that it was made for, its
 * cost and its expected gain, and what its dry run found (empty: it was not tried). Immutable.
 */
public record Proposal(
    ChangePlan plan,
    String fingerprint,
    PlanCost cost,
    PlanGain gain,
    Optional<DryRunResult> dryRun) {

  /** One that was not tried. */
  public Proposal(ChangePlan plan, String fingerprint, PlanCost cost, PlanGain gain) {
    this(plan, fingerprint, cost, gain, Optional.empty());
  }

  /**
   * Estimates what a plan costs and brings.
   *
   * @param expectedDuration how long it takes, by earlier plans
   */
  public static Proposal of(
      ChangePlan plan,
      String fingerprint,
      ClusterSnapshot snapshot,
      Optional<Duration> expectedDuration) {
    PlanAction action = plan.action();
    PlanCost cost =
        new PlanCost(
            action.movedHashSlots(),
            action.movedKeys(),
            MovedBytes.of(action, snapshot.primaries()),
            expectedDuration);
    return new Proposal(plan, fingerprint, cost, gain(action, snapshot));
  }

  /** The same with what its dry run found. */
  public Proposal tried(DryRunResult found) {
    return new Proposal(plan, fingerprint, cost, gain, Optional.of(found));
  }

  /** The same with further checks of its dry run, if it was tried. */
  public Proposal checked(List<PlanCheck> more) {
    return new Proposal(plan, fingerprint, cost, gain, dryRun.map(found -> found.with(more)));
  }

  /** The aligned edges. */
  public List<EdgeId> edges() {
    return plan.alignments().stream().map(EdgeAlignment::edge).toList();
  }

  /**
   * Whether it brings more than it costs: data and records that move disturb the traffic for a
   * while, which is wrong for next to nothing. More nodes, or fewer, are worth it whatever the
   * share is, and so is a loss that is avoided: its planner has weighed that.
   *
   * @param minLocalityGain of the local-hit rate, 0 … 1
   */
  public boolean isWorthIt(double minLocalityGain) {
    // What is measured lags behind a change; what hash slots say does not know which of them
    // matter.
    return plan.action().has(Effect.NODES)
        || !(gain instanceof LocalShare local)
        || local.rise() >= minLocalityGain
        || plan.action().shares().stream().anyMatch(s -> s.after() - s.before() >= minLocalityGain);
  }

  /** {@link #isWorthIt}, with the reason. */
  public PlanCheck riseCheck(double minLocalityGain) {
    String text;
    if (!(gain instanceof LocalShare local)) {
      text = "the plan avoids losses, regardless of the local-hit rate";
    } else if (plan.action().shares().isEmpty()) {
      text = "the plan concerns no operator, so that the local-hit rate does not count";
    } else if (plan.action().has(Effect.NODES)) {
      text = "the plan changes the number of nodes, regardless of the local-hit rate";
    } else {
      text =
          "the local-hit rate rises by %.2f %%, and plans.minLocalityGain is %.2f %%"
              .formatted(100 * local.rise(), 100 * minLocalityGain);
    }
    return PlanCheck.of(PlanCheck.Subject.RISE, isWorthIt(minLocalityGain), text);
  }

  /** Whether both were made for the same topology and end in the same owners. */
  public boolean isSameAs(Proposal other) {
    return fingerprint.equals(other.fingerprint) && plan.action().sameOutcome(other.plan.action());
  }

  /**
   * Whether the other one is what is left of this one when some of it was done, and nothing else
   * has changed.
   */
  public boolean leaves(Proposal other) {
    return stillFits(other.fingerprint) && plan.action().leaves(other.plan.action());
  }

  /** Whether a topology is the one that it was made for, but for what it changes itself. */
  public boolean stillFits(String topology) {
    if (plan.action().has(Effect.STORE)) {
      // What is about no operator goes on wherever the job's subtasks are.
      return plan.action().shares().isEmpty()
          || TopologyFingerprint.sameStream(fingerprint, topology);
    }
    return plan.action().has(Effect.JOB)
        ? TopologyFingerprint.sameStore(fingerprint, topology)
        : fingerprint.equals(topology);
  }

  private static PlanGain gain(PlanAction action, ClusterSnapshot snapshot) {
    Optional<AvoidedLoss> avoided = action.avoidedLoss();
    if (avoided.isPresent()) {
      return avoided.get();
    }
    Map<String, OperatorRates> rates = new HashMap<>();
    for (StreamOperator operator : snapshot.job().map(StreamJob::planned).orElse(List.of())) {
      rates.put(operator.name(), operator.rates());
    }
    List<AlignedShare> shares = action.shares();
    if (shares.isEmpty()) {
      return PlanGain.NONE;
    }
    boolean weighed =
        shares.stream()
            .map(AlignedShare::operator)
            .allMatch(o -> rates.getOrDefault(o, OperatorRates.UNKNOWN).recordsInPerSecond() > 0);
    boolean measured =
        shares.stream().map(AlignedShare::operator).allMatch(snapshot.localHitRates()::containsKey);
    double before = 0;
    double after = 0;
    double weights = 0;
    for (AlignedShare aligned : shares) {
      String operator = aligned.operator();
      double weight =
          weighed ? rates.getOrDefault(operator, OperatorRates.UNKNOWN).recordsInPerSecond() : 1;
      double share =
          measured ? snapshot.localHitRates().getOrDefault(operator, 0.0) : aligned.before();
      before += weight * share;
      after += weight * aligned.after();
      weights += weight;
    }
    return new LocalShare(before / weights, measured, after / weights);
  }
}
