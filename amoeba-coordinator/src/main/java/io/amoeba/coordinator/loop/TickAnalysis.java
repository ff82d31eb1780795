package io.amoeba.coordinator.loop;

import io.amoeba.coordinator.approve.Sight;
import io.amoeba.coordinator.changes.PlanRules;
import io.amoeba.coordinator.changes.Planner;
import io.amoeba.coordinator.changes.PlanningInput;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.SymptomCode;
import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.knowledge.Reason;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.DryRunResult;
import io.amoeba.coordinator.plan.PlanCheck;
import io.amoeba.coordinator.plan.Proposal;
import io.amoeba.coordinator.plan.TopologyFingerprint;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes proposals from a snapshot and its symptoms. Stateless, safe for concurrent use. */
public final class TickAnalysis {

  private static final String JOB_ITSELF = "";

  /** While something is, the loop decides nothing, whatever a look has found. */
  private static final PlanCheck NOTHING_HALF_DONE =
      PlanCheck.of(
          PlanCheck.Subject.HALF_DONE,
          true,
          "no change of this coordinator is half done; hash slots opened by other tools are checked on every primary when data move");

  private TickAnalysis() {}

  /**
   * Decides what should be done.
   *
   * @param placements maps in force
   * @param earlier the plans so far
   */
  public static Sight of(
      ClusterSnapshot snapshot,
      List<Symptom> symptoms,
      Map<EdgeId, PlacementMap> placements,
      PlanRules rules,
      PlanBook earlier) {
    Set<EdgeId> reported = reported(snapshot, symptoms);
    Optional<String> fingerprint = TopologyFingerprint.of(snapshot);
    if (fingerprint.isEmpty()) {
      Reason why = why(snapshot, symptoms, List.of(), "no operator of the job can be aligned");
      return new Sight(fingerprint, List.of(), why, reported, List.of());
    }
    Planner.Plans plans =
        Planner.plans(new PlanningInput(snapshot, symptoms, placements, rules, earlier));
    List<Proposal> due = new ArrayList<>();
    for (ChangePlan plan : plans.due()) {
      Optional<Duration> expected = earlier.expectedDuration(plan.action());
      due.add(Proposal.of(plan, fingerprint.get(), snapshot, expected));
    }
    List<Proposal> proposals =
        due.stream()
            .filter(proposal -> proposal.isWorthIt(rules.minLocalityGain()))
            .map(
                proposal ->
                    proposal
                        .tried(
                            DryRunResult.of(
                                proposal,
                                snapshot,
                                rules.moves(),
                                rules.minLocalityGain(),
                                plans.skipped()))
                        .checked(List.of(NOTHING_HALF_DONE)))
            .toList();
    if (!proposals.isEmpty()) {
      return new Sight(fingerprint, proposals, Reason.of(""), reported, plans.skipped());
    }
    Reason why =
        due.isEmpty()
            ? why(
                snapshot, symptoms, plans.skipped(), "every hash slot is owned where it should be")
            : tooLittle(due, rules);
    return new Sight(fingerprint, List.of(), why, reported, plans.skipped());
  }

  private static Reason tooLittle(List<Proposal> due, PlanRules rules) {
    return Reason.of(
            due.stream()
                .map(
                    proposal ->
                        Problem.note(
                            "GAIN_TOO_SMALL",
                            "",
                            proposal.plan().reason()
                                + ": "
                                + proposal.riseCheck(rules.minLocalityGain()).text(),
                            ""))
                .toList())
        .after("to do nothing is best: ");
  }

  /** Why there is nothing to propose. */
  private static Reason why(
      ClusterSnapshot snapshot, List<Symptom> symptoms, List<Problem> skipped, String otherwise) {
    Set<String> subjects = new HashSet<>(Set.of(JOB_ITSELF));
    for (StreamOperator operator : snapshot.job().map(StreamJob::planned).orElse(List.of())) {
      subjects.add(operator.name());
    }
    List<Symptom> blocking =
        symptoms.stream().filter(symptom -> subjects.stream().anyMatch(symptom::blocks)).toList();
    if (!blocking.isEmpty()) {
      return Reason.ofSymptoms(blocking);
    }
    if (!skipped.isEmpty()) {
      return Reason.of(skipped).after("not moved: ");
    }
    return Reason.of(
        symptoms.stream().anyMatch(s -> s.is(SymptomCode.HASH_SLOTS_AWAY_FROM_STREAM))
            ? "hash slots have no primary; assign them before others can move"
            : otherwise);
  }

  private static Set<EdgeId> reported(ClusterSnapshot snapshot, List<Symptom> symptoms) {
    Set<String> silent =
        symptoms.stream()
            .filter(symptom -> symptom.is(SymptomCode.REPORTS_MISSING))
            .map(symptom -> symptom.problem().subject())
            .collect(Collectors.toSet());
    StreamJob job = snapshot.job().orElse(null);
    return job == null
        ? Set.of()
        : job.aligned().stream()
            .map(operator -> new EdgeId(job.id(), operator.name()))
            .filter(edge -> !silent.contains(edge.operator()))
            .collect(Collectors.toSet());
  }
}
