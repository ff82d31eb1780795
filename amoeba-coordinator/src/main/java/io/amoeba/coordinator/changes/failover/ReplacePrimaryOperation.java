package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.members.MemberCheck;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
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
import io.amoeba.coordinator.promotion.Poller;
import io.amoeba.coordinator.promotion.Promotion;
import io.amoeba.coordinator.promotion.PromotionRest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces primaries, with all of their hash slots, by empty servers, without loss and while
 * clients continue: the server becomes a replica, copies the data, and takes over by a manual
 * failover. One at a time. Each step looks at both servers, and does what {@link ReplacementStatus}
 * says: so the first run, a continuation and a recovery are one path. Source: dissertation 5.2.3
 * and 5.4.4; Redis Cluster specification, "Manual failover".
 *
 * <p>Safe points are before the first command, while the new server joins or copies data, and
 * between the promotion and the decommissioning of the former primary.
 */
public final class ReplacePrimaryOperation implements Operation<PrimaryReplacements> {

  private static final Logger LOG = LoggerFactory.getLogger(ReplacePrimaryOperation.class);

  private final ClusterAdmin cluster;
  private final MemberCheck members;
  private final PromotionRest rest;
  private final Promotion promotion;
  private final ReplacementSteps steps;

  /**
   * An operation.
   *
   * @param cluster used on the thread of the steps alone
   * @param members asked about each server before it copies a primary
   * @param rest of all operations of this coordinator
   */
  public ReplacePrimaryOperation(
      ClusterAdmin cluster, MemberCheck members, ReplacementLimits limits, PromotionRest rest) {
    this(cluster, members, limits, new Poller(StepClock.SYSTEM, limits.poll()), rest);
  }

  ReplacePrimaryOperation(
      ClusterAdmin cluster,
      MemberCheck members,
      ReplacementLimits limits,
      Poller poller,
      PromotionRest rest) {
    this.cluster = cluster;
    this.members = members;
    this.rest = rest;
    this.promotion =
        new Promotion(cluster, limits.promotion(), poller, rest, Promotion.Condition.NONE);
    this.steps = new ReplacementSteps(cluster, limits, poller, promotion);
  }

  @Override
  public String kind() {
    return MigratePrimaries.KIND;
  }

  @Override
  public Class<PrimaryReplacements> stateType() {
    return PrimaryReplacements.class;
  }

  @Override
  public PrimaryReplacements initial(PlanRecord plan) {
    return PrimaryReplacements.of(plan);
  }

  @Override
  public Step<PrimaryReplacements> step(PrimaryReplacements state, StepControl control)
      throws InterruptedException {
    try {
      if (state.open().isPresent()) {
        return take(state, state.open().get(), /* back= */ false, control);
      }
      return state.isComplete() ? new Done<>(state, state.notes()) : begin(state, control);
    } catch (ClusterFailure e) {
      return stopped(state, e);
    }
  }

  /**
   * Rolls the open replacement back. If the new server is promoted, completes it instead, but keeps
   * the former primary as a replica unless it is being decommissioned already.
   */
  @Override
  public Step<PrimaryReplacements> undo(PrimaryReplacements state, StepControl control)
      throws InterruptedException {
    try {
      return state.open().isPresent()
          ? take(state, state.open().get(), /* back= */ true, control)
          : new Done<>(state, state.notes());
    } catch (ClusterFailure e) {
      return new Wait<>(state, inPhase(state, e.problem()));
    }
  }

  /** A server that is silent may answer later; everything else is for people. */
  private static Step<PrimaryReplacements> stopped(
      PrimaryReplacements state, ClusterFailure failure) {
    Problem problem = inPhase(state, failure.problem());
    return failure.isTransient()
        ? new Wait<>(state, problem)
        : new Failed<>(state, List.of(problem));
  }

  private static Problem inPhase(PrimaryReplacements state, Problem problem) {
    return state.open().map(open -> open.inPhase(problem)).orElse(problem);
  }

  private Step<PrimaryReplacements> begin(PrimaryReplacements state, StepControl control)
      throws InterruptedException {
    control.safePoint();
    PrimaryReplacements.Planned next = state.next();
    ClusterView seen = cluster.look(Set.of(next.to()));
    rest.note(seen);
    if (Preconditions.isReplaced(seen, next)) {
      return new Continue<>(state.oneReplaced());
    }
    List<Problem> problems = new ArrayList<>(Preconditions.problems(seen, next, state.former()));
    if (problems.isEmpty()) {
      problems.addAll(members.problems(next.to()));
    }
    return problems.isEmpty()
        ? new Continue<>(
            state.with(
                OpenReplacement.of(
                    seen.server(next.primary()).orElseThrow(),
                    seen.at(next.to()).orElseThrow(),
                    state.former())))
        : new Failed<>(state, problems);
  }

  /**
   * Takes one step.
   *
   * @param back whether the plan ends here, so that what is not promoted is rolled back
   */
  private Step<PrimaryReplacements> take(
      PrimaryReplacements state, OpenReplacement open, boolean back, StepControl control)
      throws InterruptedException {
    ClusterView seen = look(open);
    ReplacementStatus status = ReplacementStatus.of(open, seen);
    return switch (back ? status.back() : status.forward()) {
      case JOIN ->
          isJoined(open, seen)
              ? replicate(state, owned(open, seen), control)
              : join(state, owned(open, seen), control);
      case REPLICATE -> replicate(state, owned(open, seen), control);
      case FAIL_OVER -> promote(state, owned(open, seen), control);
      case PROMOTED ->
          open.phase() == ReplacementPhase.PROMOTED
              ? afterPromotion(state, open, back, control)
              : in(ReplacementPhase.PROMOTED, state, open);
      case DECOMMISSION ->
          ended(state.noting(steps.decommission(open, control)).oneReplaced(), back);
      case ROLL_BACK ->
          open.phase() == ReplacementPhase.ROLLING_BACK
              ? ended(state.noting(steps.rollBack(open, control)).rolledBack(), back)
              : rollBack(state, open);
      case ROLL_BACK_LATER ->
          promotion.isPromotedAfterAll(open.takeover())
              ? in(ReplacementPhase.PROMOTED, state, open)
              : rollBack(state, open);
      case LEAVE -> {
        Problem problem = status.problem(open, seen);
        yield back || status.awaitsServer()
            ? new Wait<>(state, problem)
            : new Failed<>(state, List.of(problem));
      }
    };
  }

  /** After the end of a replacement, a plan that is not undone continues with the next one. */
  private static Step<PrimaryReplacements> ended(PrimaryReplacements state, boolean back) {
    LOG.info("{} of {} primaries are replaced", state.replaced(), state.planned().size());
    return back ? new Done<>(state, state.notes()) : new Continue<>(state);
  }

  /** Whether the copy is all that is left to begin: a server that is empty may be a member. */
  private static boolean isJoined(OpenReplacement open, ClusterView seen) {
    return open.phase() == ReplacementPhase.REPLICATING
        && seen.unacquainted(seen.at(open.server()).orElseThrow()).isEmpty();
  }

  private ClusterView look(OpenReplacement open) throws InterruptedException {
    ClusterView seen = steps.lookAtBoth(open);
    if (open.phase() == ReplacementPhase.FAILING_OVER) {
      promotion.noteEarlierOrder(seen, open.takeover());
    }
    return seen;
  }

  /** What has changed since the last step is accepted by the next one. */
  private static OpenReplacement owned(OpenReplacement open, ClusterView seen) {
    return open.owning(seen.server(open.primary()).orElseThrow().own());
  }

  private static Step<PrimaryReplacements> in(
      ReplacementPhase phase, PrimaryReplacements state, OpenReplacement open) {
    LOG.info("{} enters phase {}", open.text(), phase);
    return new Continue<>(state.with(open.in(phase)));
  }

  private Step<PrimaryReplacements> join(
      PrimaryReplacements state, OpenReplacement open, StepControl control)
      throws InterruptedException {
    OpenReplacement joined = steps.join(open.in(ReplacementPhase.JOINING), control);
    return in(ReplacementPhase.REPLICATING, state, joined);
  }

  /*
   * There is no safe point between the last look that found the replica in sync and the order to
   * take over, so both are one step. It notes the phase before the order: a step that finds it
   * noted takes the order as given, at a time that is not known.
   */
  private Step<PrimaryReplacements> replicate(
      PrimaryReplacements state, OpenReplacement open, StepControl control)
      throws InterruptedException {
    steps.replicate(open.in(ReplacementPhase.REPLICATING), control);
    OpenReplacement promoting = open.in(ReplacementPhase.FAILING_OVER);
    control.write(state.with(promoting));
    return promote(state, promoting, control);
  }

  private Step<PrimaryReplacements> promote(
      PrimaryReplacements state, OpenReplacement open, StepControl control)
      throws InterruptedException {
    try {
      promotion.carryOut(open.takeover(), control);
      return in(ReplacementPhase.PROMOTED, state, open);
    } catch (ClusterFailure e) {
      return stopped(state.with(open), e);
    }
  }

  private Step<PrimaryReplacements> afterPromotion(
      PrimaryReplacements state, OpenReplacement open, boolean back, StepControl control)
      throws InterruptedException {
    steps.awaitAgreement(open);
    if (!back && open.former() == OldPrimary.RETIRE) {
      steps.awaitRedirects(open, control);
      return in(ReplacementPhase.DECOMMISSIONING, state, open);
    }
    List<Problem> notes = new ArrayList<>(steps.silences(open));
    if (open.former() == OldPrimary.RETIRE) {
      notes.add(
          note(
              "aborted after the promotion: %s stays as a replica of %s"
                  .formatted(open.primaryAddress(), open.server())));
    }
    return ended(state.noting(notes).oneReplaced(), back);
  }

  private static Step<PrimaryReplacements> rollBack(
      PrimaryReplacements state, OpenReplacement open) {
    Problem note = note("aborted in phase " + open.phase());
    return in(ReplacementPhase.ROLLING_BACK, state.noting(List.of(note)), open);
  }

  private static Problem note(String text) {
    return new Problem("REPLACEMENT_ABORTED", Severity.NOTE, "", text, "");
  }

  @Override
  public boolean isHalfDone(PrimaryReplacements state) {
    return state.open().isPresent();
  }

  @Override
  public PlanProgress progress(PrimaryReplacements state) {
    return state.progress();
  }

  @Override
  public String phase(PrimaryReplacements state) {
    return state.phase();
  }

  @Override
  public Problem halfDone(PrimaryReplacements state) {
    OpenReplacement open = state.open().orElseThrow();
    return Symptoms.migrationHalfDone(open.text() + " is half done, in phase " + open.phase())
        .problem();
  }

  /** A copy continues without the coordinator; its successor takes over from there. */
  @Override
  public Duration stopTimeout() {
    return Duration.ofSeconds(8);
  }
}
