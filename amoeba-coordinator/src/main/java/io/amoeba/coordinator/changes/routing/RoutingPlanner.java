package io.amoeba.coordinator.changes.routing;

import io.amoeba.coordinator.analyze.HashSlotHomes;
import io.amoeba.coordinator.changes.Change;
import io.amoeba.coordinator.changes.Planned;
import io.amoeba.coordinator.changes.PlanningInput;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.SymptomCode;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.EdgeAlignment;
import io.amoeba.coordinator.plan.HashSlotAssignment;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.Routing;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Plans the alignment of hash slots with subtasks: every hash slot goes to a subtask on the node of
 * its primary, balanced among that node's subtasks, with the least movement (but in blocks where
 * hash routing was before); where that node has no subtask, all subtasks share. Stateless, safe for
 * concurrent use. Source: dissertation 5.2.2.
 */
public final class RoutingPlanner implements Change<AlignRouting> {

  @Override
  public Class<AlignRouting> action() {
    return AlignRouting.class;
  }

  @Override
  public Class<RoutingProgress> progress() {
    return RoutingProgress.class;
  }

  @Override
  public Planned plan(PlanningInput input) {
    return plan(input.snapshot(), input.symptoms(), input.placements())
        .map(plan -> Planned.of(plan, List.of()))
        .orElse(Planned.NOTHING);
  }

  /** The plan that corrects the symptoms, empty if nothing is to change or not enough is known. */
  static Optional<ChangePlan> plan(
      ClusterSnapshot snapshot, List<Symptom> symptoms, Map<EdgeId, PlacementMap> current) {
    if (snapshot.job().isEmpty() || !(snapshot.store() instanceof StoreView.Found)) {
      return Optional.empty();
    }
    StreamJob job = snapshot.job().get();
    HashSlotHomes homes = new HashSlotHomes(snapshot);
    List<EdgeAlignment> alignments = new ArrayList<>();
    BitSet moved = new BitSet(HashSlot.COUNT);
    for (StreamOperator operator : job.aligned()) {
      if (symptoms.stream().noneMatch(symptom -> symptom.blocks(operator.name()))
          && operator.subtasks().size() == operator.parallelism()) {
        EdgeId edge = new EdgeId(job.id(), operator.name());
        align(edge, operator, homes, current.get(edge))
            .ifPresent(
                aligned -> {
                  alignments.add(aligned.alignment());
                  moved.or(aligned.moved());
                });
      }
    }
    return alignments.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ChangePlan(
                reason(symptoms, alignments), new AlignRouting(alignments, moved.cardinality())));
  }

  /** An operator's new owners, and the hash slots that change theirs. */
  private record Aligned(EdgeAlignment alignment, BitSet moved) {}

  private static Optional<Aligned> align(
      EdgeId edge, StreamOperator operator, HashSlotHomes homes, @Nullable PlacementMap map) {
    boolean known = map != null && map.parallelism() == operator.parallelism();
    int[] current = map != null && known ? map.toArray() : new int[0];
    int[] nearest = owners(operator, homes, current);
    if (known && Arrays.equals(nearest, current)) {
      return Optional.empty();
    }
    // Hash routing deals hash slots like cards. Keeping what is right of that would make a map of
    // thousands of ranges, which every task manager reads again at each step of each hand-over.
    boolean hashed = known && Arrays.equals(current, Routing.owners(null, operator.parallelism()));
    int[] owners = hashed ? owners(operator, homes, new int[0]) : nearest;
    String[] nodes = homes.nodeOfSubtask(operator);
    BitSet moved = new BitSet(HashSlot.COUNT);
    for (int hashSlot = 0; hashSlot < HashSlot.COUNT; hashSlot++) {
      moved.set(hashSlot, !known || owners[hashSlot] != current[hashSlot]);
    }
    EdgeAlignment alignment =
        new EdgeAlignment(
            edge,
            operator.parallelism(),
            PlacementMap.of(1, operator.parallelism(), owners).ranges(),
            moved.cardinality(),
            known ? homes.shareOf(current, nodes) : 0,
            homes.shareOf(owners, nodes));
    return Optional.of(new Aligned(alignment, moved));
  }

  private static int[] owners(StreamOperator operator, HashSlotHomes homes, int[] current) {
    Map<String, List<Integer>> subtasks = homes.subtasksByNode(operator);
    Map<String, List<Integer>> hashSlots = new LinkedHashMap<>();
    List<Integer> unhosted = new ArrayList<>();
    for (int hashSlot = 0; hashSlot < HashSlot.COUNT; hashSlot++) {
      String node = homes.nodeOf(hashSlot);
      if (node != null && subtasks.containsKey(node)) {
        hashSlots.computeIfAbsent(node, n -> new ArrayList<>()).add(hashSlot);
      } else {
        unhosted.add(hashSlot);
      }
    }
    HashSlotAssignment assignment = new HashSlotAssignment(current);
    hashSlots.forEach(
        (node, own) -> assignment.deal(toArray(own), subtasks.getOrDefault(node, List.of())));
    assignment.deal(toArray(unhosted), IntStream.range(0, operator.parallelism()).boxed().toList());
    return assignment.owners();
  }

  /** What the plan corrects. */
  private static String reason(List<Symptom> symptoms, List<EdgeAlignment> alignments) {
    List<Symptom> causes =
        symptoms.stream()
            .filter(
                symptom ->
                    symptom.is(SymptomCode.HASH_SLOTS_MISALIGNED)
                        || symptom.is(SymptomCode.PLACEMENT_UNKNOWN))
            .toList();
    if (!causes.isEmpty()) {
      return Symptom.statement(causes);
    }
    List<String> operators = alignments.stream().map(a -> a.edge().operator()).toList();
    return Finding.names(operators) + ": uneven within a node";
  }

  private static int[] toArray(List<Integer> values) {
    return values.stream().mapToInt(Integer::intValue).toArray();
  }
}
