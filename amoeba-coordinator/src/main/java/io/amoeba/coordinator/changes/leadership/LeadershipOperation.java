package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.changes.OperationContext;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.operations.Operation;
import io.amoeba.coordinator.operations.Step;
import io.amoeba.coordinator.operations.Step.Continue;
import io.amoeba.coordinator.operations.Step.Done;
import io.amoeba.coordinator.operations.Step.Failed;
import io.amoeba.coordinator.operations.Step.Wait;
import io.amoeba.coordinator.operations.StepClock;
import io.amoeba.coordinator.operations.StepControl;
import io.amoeba.coordinator.plan.PlanProgress;
import io.amoeba.coordinator.promotion.PromotionRest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lets servers work, or be restarted by people, while they do not lead, one round after the other.
 * Redis' own triggers stay as they are, so that nothing is left behind when a coordinator ends.
 * Each step looks at the servers and continues by their roles: so the first run, a continuation and
 * a recovery are one path. Source: dissertation, chapter 3; Redis Cluster specification, "Manual
 * failover".
 *
 * <p>Safe points are before the lead leaves. While it is away, nothing rests: an abort lets it
 * return first.
 */
public final class LeadershipOperation implements Operation<RoundsState> {

  private final String kind;
  private final RoundTools tools;

  /**
   * An operation.
   *
   * @param kind of the plans that it carries out
   * @param cluster used on the thread of the steps alone
   * @param rest of all operations of this coordinator
   * @param routing by which records follow the lead, where a round says so
   * @param backups that replicas make
   */
  public LeadershipOperation(
      String kind,
      ClusterAdmin cluster,
      PromotionRest rest,
      LeadRouting routing,
      ShardBackups backups) {
    this(
        kind,
        RoundTools.of(
            cluster, rest, routing, backups, RoundTools.Limits.DEFAULT, StepClock.SYSTEM));
  }

  /** The operation of a kind of change, for a coordinator. */
  static Optional<LeadershipOperation> of(String kind, OperationContext context) {
    return Optional.of(
        new LeadershipOperation(
            kind, context.cluster(), context.rest(), context.routing(), context.backups()));
  }

  LeadershipOperation(String kind, RoundTools tools) {
    this.kind = kind;
    this.tools = tools;
  }

  @Override
  public String kind() {
    return kind;
  }

  @Override
  public Class<RoundsState> stateType() {
    return RoundsState.class;
  }

  @Override
  public RoundsState initial(PlanRecord plan) {
    return RoundsState.of(plan);
  }

  @Override
  public Step<RoundsState> step(RoundsState state, StepControl control)
      throws InterruptedException {
    if (state.open().isPresent()) {
      return take(state, control, /* back= */ false);
    }
    if (state.isComplete()) {
      return new Done<>(state, state.notes());
    }
    control.safePoint();
    return new Continue<>(state.with(OpenRound.begun()));
  }

  /** Lets the lead return; where it cannot, leaves it where it is and says so. */
  @Override
  public Step<RoundsState> undo(RoundsState state, StepControl control)
      throws InterruptedException {
    return state.open().isPresent()
        ? take(state, control, /* back= */ true)
        : new Done<>(state, state.notes());
  }

  private Step<RoundsState> take(RoundsState state, StepControl control, boolean back)
      throws InterruptedException {
    RoundStep step = RoundStep.of(tools, state, control, back);
    try {
      return step.take();
    } catch (ClusterFailure e) {
      return stopped(step.state(), e, back);
    }
  }

  /** While the lead is away, what is refused may be repaired, unless the plan is to end. */
  private static Step<RoundsState> stopped(
      RoundsState state, ClusterFailure failure, boolean back) {
    if (failure.isTransient() || (state.isAway() && !back)) {
      return new Wait<>(state, failure.problem());
    }
    List<Problem> problems = new ArrayList<>(state.notes());
    problems.add(0, failure.problem());
    return new Failed<>(state.givenUp(), problems);
  }

  @Override
  public boolean isHalfDone(RoundsState state) {
    return state.isAway();
  }

  @Override
  public PlanProgress progress(RoundsState state) {
    return new LeadershipProgress(state.ended());
  }

  @Override
  public String phase(RoundsState state) {
    return state.open().map(open -> state.next().text() + ", " + open.phase()).orElse("");
  }

  @Override
  public Problem halfDone(RoundsState state) {
    return Symptoms.roundHalfDone(
            state.next().primary().toString(),
            "the lead of its shard is away, in phase " + state.open().orElseThrow().phase())
        .problem();
  }

  /** Work goes on without the coordinator; its successor takes over from there. */
  @Override
  public Duration stopTimeout() {
    return Duration.ofSeconds(8);
  }
}
