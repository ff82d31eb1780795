package io.amoeba.coordinator.loop;

import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.SymptomCode;

import io.amoeba.coordinator.approve.Sight;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.plan.DryRunResult;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.PlanCheck;
import io.amoeba.coordinator.plan.PlanRules;
import io.amoeba.coordinator.plan.Planner;
import io.amoeba.coordinator.plan.Proposal;
import io.amoeba.coordinator.plan.TopologyFingerprint;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Turns what a tick found into what is to be decided. Stateless, safe for concurrent use. */
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
   * @param expectedDuration how long an action takes, by earlier plans
   */
  public static Sight of(
      ClusterSnapshot snapshot,
      List<Symptom> symptoms,
      Map<EdgeId, PlacementMap> placements,
      PlanRules rules,
      Function<PlanAction, Optional<Duration>> expectedDuration) {
    Optional<String> fingerprint = TopologyFingerprint.of(snapshot);
    Optional<Planner.Plans> plans =
        fingerprint.map(topology -> Planner.plans(snapshot, symptoms, placements, rules));
    List<Proposal> due =
        fingerprint.stream()
            .flatMap(
                topology ->
                    plans.stream()
                        .flatMap(found -> found.due().stream())
                        .map(
                            plan ->
                                Proposal.of(
                                    plan,
                                    topology,
                                    snapshot,
                                    expectedDuration.apply(plan.action()))))
            .toList();
    List<String> staying = plans.map(Planner.Plans::staying).orElse(List.of());
    List<Proposal> proposals =
        due.stream()
            .filter(proposal -> proposal.isWorthIt(rules.leastRise()))
            .map(proposal -> proposal.tried(DryRunResult.of(proposal, snapshot, rules, staying)))
            .map(proposal -> proposal.checked(List.of(NOTHING_HALF_DONE)))
            .toList();
    return new Sight(
        fingerprint,
        proposals,
        proposals.isEmpty() ? whyNot(due, snapshot, symptoms, plans, rules) : "",
        reported(snapshot, symptoms));
  }

  private static String whyNot(
      List<Proposal> due,
      ClusterSnapshot snapshot,
      List<Symptom> symptoms,
      Optional<Planner.Plans> plans,
      PlanRules rules) {
    if (due.isEmpty()) {
      return why(snapshot, symptoms, plans);
    }
    return due.stream()
        .map(
            proposal ->
                "%s: the local-hit rate would rise by %.2f %%"
                    .formatted(proposal.plan().reason(), 100 * proposal.gain().rise()))
        .collect(
            Collectors.joining(
                "; ",
                "to do nothing is best: ",
                ", and plans.leastRise is %.2f %%".formatted(100 * rules.leastRise())));
  }

  /** Why there is nothing to propose; no plans: the topology is not known. */
  private static String why(
      ClusterSnapshot snapshot, List<Symptom> symptoms, Optional<Planner.Plans> plans) {
    List<String> operators =
        snapshot.job().map(StreamJob::planned).orElse(List.of()).stream()
            .map(StreamOperator::name)
            .toList();
    List<Symptom> blocking =
        symptoms.stream()
            .filter(
                symptom ->
                    symptom.blocks(JOB_ITSELF) || operators.stream().anyMatch(symptom::blocks))
            .toList();
    if (!blocking.isEmpty()) {
      return Symptom.statement(blocking);
    }
    List<String> staying = plans.map(Planner.Plans::staying).orElse(List.of());
    if (!staying.isEmpty()) {
      return "data stay where they are: " + String.join("; ", staying);
    }
    if (symptoms.stream().anyMatch(s -> s.is(SymptomCode.HASH_SLOTS_AWAY_FROM_STREAM))) {
      return "hash slots have no primary; assign them before others can move";
    }
    return plans.isEmpty()
        ? "no operator of the job can be aligned"
        : "every hash slot is owned where it should be";
  }

  private static Set<EdgeId> reported(ClusterSnapshot snapshot, List<Symptom> symptoms) {
    Set<EdgeId> reported = new HashSet<>();
    snapshot
        .job()
        .ifPresent(
            job -> {
              for (StreamOperator operator : job.aligned()) {
                if (symptoms.stream()
                    .noneMatch(s -> s.is(SymptomCode.REPORTS_MISSING, operator.name()))) {
                  reported.add(new EdgeId(job.id(), operator.name()));
                }
              }
            });
    return reported;
  }
}
