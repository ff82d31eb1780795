package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What else was found when a plan was tried on job and store as they were seen, without a change:
 * what its action, cost and gain do not tell. Immutable.
 *
 * @param seenAt when both were seen
 * @param skipped why data or the job stay where they should not be even after the plan
 * @param checks preconditions, with what was found
 */
public record DryRunResult(Instant seenAt, List<Problem> skipped, List<PlanCheck> checks) {

  public DryRunResult {
    skipped = List.copyOf(skipped);
    checks = List.copyOf(checks);
  }

  /**
   * Tries a plan.
   *
   * @param moves what limits how much may go where
   * @param minLocalityGain least rise of the local-hit rate (0 … 1)
   * @param skipped what planners leave
   */
  public static DryRunResult of(
      Proposal proposal,
      ClusterSnapshot snapshot,
      MoveRules moves,
      double minLocalityGain,
      List<Problem> skipped) {
    List<PlanCheck> checks = new ArrayList<>();
    checks.add(
        PlanCheck.of(
            PlanCheck.Subject.SEEN,
            !proposal.fingerprint().isEmpty(),
            proposal.fingerprint().isEmpty()
                ? "job or store are not seen for certain: subtasks are about to run elsewhere, or one of both does not answer"
                : "%s seen for certain, as topology %s"
                    .formatted(
                        snapshot.isStoreAlone() ? "the store is" : "job and store are",
                        proposal.fingerprint())));
    RoomCheck.of(proposal.plan().action(), snapshot, moves).ifPresent(checks::add);
    EqualMembers.check(proposal.plan().action(), snapshot).ifPresent(checks::add);
    checks.add(proposal.riseCheck(minLocalityGain));
    return new DryRunResult(snapshot.at(), skipped, checks);
  }

  /** The same with further checks. */
  public DryRunResult with(List<PlanCheck> more) {
    List<PlanCheck> all = new ArrayList<>(checks);
    all.addAll(more);
    return new DryRunResult(seenAt, skipped, all);
  }
}
