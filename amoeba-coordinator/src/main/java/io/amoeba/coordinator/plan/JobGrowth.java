package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.analyze.HashSlotHomes;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.FreeTaskSlots;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.Subtask;
import io.amoeba.coordinator.plan.PlanAction.AlignedShare;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * How many subtasks more the job gets: one for each node that has hash slots, a task manager with a
 * free task slot, and no subtask, while the job has fewer subtasks than there are nodes with hash
 * slots. With as many, whatever is wrong is where Flink has put them, which a further one would not
 * mend. Nodes on which no subtask is counted on are passed over, whatever Flink does. Immutable.
 * Source: dissertation 5.2.2, figure 5.3.
 */
final class JobGrowth {

  private final ClusterSnapshot snapshot;
  private final StreamJob job;
  private final RescaleSettings rules;
  private final HashSlotHomes homes;

  /** Nodes with hash slots. */
  private final Set<String> storeNodes = new TreeSet<>();

  /** Nodes with a subtask of any operator that plans are about. */
  private final Set<String> occupied = new TreeSet<>();

  /** Nodes that could have a subtask. */
  private final Set<String> waiting = new TreeSet<>();

  /** Nodes that could have one, too, but on which none is counted on. */
  private final Set<String> passedOver = new TreeSet<>();

  /** Nodes on which none is counted on, and where Flink could place one all the same. */
  private final Set<String> open = new TreeSet<>();

  private final List<String> staying = new ArrayList<>();
  private final int from;
  private final int to;

  private JobGrowth(ClusterSnapshot snapshot, StreamJob job, RescaleSettings rules) {
    this.snapshot = snapshot;
    this.job = job;
    this.rules = rules;
    this.homes = new HashSlotHomes(snapshot);
    storeNodes.addAll(homes.hashSlotsByNode().keySet());
    for (StreamOperator operator : job.planned()) {
      for (Subtask subtask : operator.subtasks()) {
        occupied.add(snapshot.nodes().of(subtask));
      }
    }
    int freeSlots = 0;
    for (FreeTaskSlots free : snapshot.freeTaskSlots()) {
      String node = snapshot.nodes().of(free);
      if (free.count() == 0) {
        continue;
      }
      boolean wanted = storeNodes.contains(node) && !occupied.contains(node);
      if (rules.forbiddenNodes().contains(node)) {
        open.add(node);
        if (wanted) {
          passedOver.add(node);
        }
      } else if (wanted) {
        waiting.add(node);
        freeSlots += free.count();
      }
    }
    this.from = job.planned().stream().mapToInt(StreamOperator::parallelism).max().orElse(0);
    this.to = from + Math.min(Math.min(waiting.size(), freeSlots), storeNodes.size() - from);
  }

  /** What follows from a snapshot; empty if the job is not too small or not enough is known. */
  static Optional<JobGrowth> of(
      ClusterSnapshot snapshot, List<Symptom> symptoms, RescaleSettings rules) {
    Optional<StreamJob> job = snapshot.job();
    if (rules.method().isEmpty()
        || job.isEmpty()
        || job.get().planned().isEmpty()
        || snapshot.primaries().isEmpty()) {
      return Optional.empty();
    }
    for (StreamOperator operator : job.get().planned()) {
      if (!operator.settled()
          || operator.subtasks().size() != operator.parallelism()
          || symptoms.stream().anyMatch(symptom -> symptom.blocks(operator.name()))) {
        return Optional.empty();
      }
    }
    JobGrowth growth = new JobGrowth(snapshot, job.get(), rules);
    if (growth.storeNodes.size() <= growth.from) {
      return Optional.empty();
    }
    if (!growth.waiting.isEmpty()) {
      return Optional.of(growth.checked());
    }
    return growth.passedOver.isEmpty() ? Optional.empty() : Optional.of(growth.passingOver());
  }

  private JobGrowth passingOver() {
    staying.add(
        "the job does not get the subtasks for which task slots are free on %s (plans.rescale.forbiddenNodes)"
            .formatted(String.join(", ", passedOver)));
    return this;
  }

  private JobGrowth checked() {
    Set<Integer> parallelisms = new HashSet<>();
    for (StreamOperator operator : job.planned()) {
      parallelisms.add(operator.parallelism());
      if (operator.maxParallelism() > 0 && to > operator.maxParallelism()) {
        staying.add(
            "%s cannot have %d subtasks: its maximum parallelism is %d"
                .formatted(operator.name(), to, operator.maxParallelism()));
      }
    }
    if (parallelisms.size() > 1) {
      staying.add(
          "the job's operators have different numbers of subtasks (%s); rescale it manually"
              .formatted(new TreeSet<>(parallelisms)));
    }
    return this;
  }

  /** Why the job does not get the subtasks that it should have. */
  List<String> staying() {
    return List.copyOf(staying);
  }

  /** The plan, if the job can be rescaled. */
  Optional<ChangePlan> plan(Map<EdgeId, PlacementMap> current) {
    if (!staying.isEmpty()) {
      return Optional.empty();
    }
    RescaleJob action =
        new RescaleJob(
            job.id(),
            job.name(),
            rules.method().orElseThrow(),
            from,
            to,
            List.copyOf(waiting),
            shares(current));
    String elsewhere =
        open.isEmpty()
            ? ""
            : "; task slots on %s are also free, but not used (plans.rescale.forbiddenNodes): Flink may use them nevertheless"
                .formatted(String.join(", ", open));
    return Optional.of(
        new ChangePlan(
            "the job has %d subtasks for %d nodes with hash slots, and task slots are free on %s: %s%s"
                .formatted(
                    from, storeNodes.size(), String.join(", ", waiting), action.text(), elsewhere),
            action));
  }

  private List<AlignedShare> shares(Map<EdgeId, PlacementMap> current) {
    Set<String> then = new HashSet<>(occupied);
    waiting.stream().limit((long) to - from).forEach(then::add);
    double hosted = homes.shareOn(then);
    List<AlignedShare> shares = new ArrayList<>();
    for (StreamOperator operator : job.planned()) {
      EdgeId edge = new EdgeId(job.id(), operator.name());
      double before =
          operator.customPartitioned()
              ? RoutingPlanner.alignedShare(operator, homes, current.get(edge))
              : homes.shareAtKeyGroup(operator);
      shares.add(new AlignedShare(operator.name(), before, hosted));
    }
    return shares;
  }
}
