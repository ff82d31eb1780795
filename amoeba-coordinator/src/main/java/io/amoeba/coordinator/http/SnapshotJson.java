package io.amoeba.coordinator.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.amoeba.coordinator.analyze.HashSlotHomes;
import io.amoeba.coordinator.analyze.KeyGroups;
import io.amoeba.coordinator.changes.routing.EdgeProgress;
import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.knowledge.Knowledge;
import io.amoeba.coordinator.knowledge.RateSample;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.Subtask;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.GateReport;
import io.amoeba.partitioner.placement.protocol.Phase;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A tick's snapshot as the page and other readers of the state get it; {@code openapi.yaml}
 * describes the fields. Shares are 0 … 1, unknown numbers are null. Immutable.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record SnapshotJson(
    long snapshotMillis,
    boolean storeAlone,
    @Nullable Job job,
    List<Node> nodes,
    int uncoveredHashSlots,
    List<Operator> operators,
    List<TaskManager> taskManagers,
    List<Finding> symptoms) {

  record Job(
      String id, String name, String state, String flinkVersion, boolean unalignedCheckpoints) {
    static Job of(StreamJob job) {
      return new Job(job.id(), job.name(), job.state(), job.version(), job.unalignedCheckpoints());
    }
  }

  record Node(String name, List<Primary> primaries, List<SubtaskPlace> subtasks) {}

  record Primary(
      String id,
      String host,
      int port,
      int hashSlotCount,
      List<List<Integer>> hashSlots,
      @Nullable Double replicaReadShare,
      @Nullable UpkeepJson upkeep,
      List<Replica> replicas) {
    static Primary of(io.amoeba.coordinator.cluster.Primary primary) {
      return new Primary(
          primary.id(),
          primary.host(),
          primary.port(),
          primary.hashSlotCount(),
          primary.hashSlots().stream().map(span -> List.of(span.from(), span.to())).toList(),
          known(primary.replicas().readShare()),
          UpkeepJson.of(primary.upkeep()),
          primary.replicas().all().stream().map(Replica::of).toList());
    }
  }

  record Replica(
      String id,
      String host,
      int port,
      @Nullable Long lagSeconds,
      @Nullable Long lagBytes,
      @Nullable UpkeepJson upkeep) {
    static Replica of(io.amoeba.coordinator.cluster.Replica replica) {
      return new Replica(
          replica.id(),
          replica.host(),
          replica.port(),
          known(replica.lagSeconds()),
          known(replica.lagBytes()),
          UpkeepJson.of(replica.upkeep()));
    }
  }

  record SubtaskPlace(
      String operator, int index, int attempt, String status, String host, String taskManager) {
    static SubtaskPlace of(StreamOperator operator, Subtask subtask) {
      return new SubtaskPlace(
          operator.name(),
          subtask.index(),
          subtask.attempt(),
          subtask.status(),
          subtask.host(),
          subtask.taskManager());
    }
  }

  /**
   * @param owners [from, to, subtask] of every range of hash slots; absent: not known
   */
  record Operator(
      String name,
      int parallelism,
      boolean settled,
      List<String> subtaskNodes,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<List<Integer>> owners,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double alignedShare,
      @Nullable Double localHitRate,
      @Nullable Double recordsInPerSecond,
      long localRequests,
      long remoteRequests,
      History history,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable HandOver handOver) {}

  /** Equally long lists. */
  record History(
      List<Long> atMillis,
      List<@Nullable Double> localHitRate,
      List<@Nullable Double> recordsInPerSecond) {
    static History of(List<RateSample> samples) {
      List<Long> at = new ArrayList<>();
      List<@Nullable Double> local = new ArrayList<>();
      List<@Nullable Double> records = new ArrayList<>();
      for (RateSample sample : samples) {
        at.add(sample.atMillis());
        local.add(known(sample.localHitRate()));
        records.add(known(sample.recordsInPerSecond()));
      }
      return new History(at, local, records);
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record HandOver(
      long epoch,
      Phase phase,
      @Nullable Long completedEpoch,
      boolean ordered,
      int routersExpected,
      int routersHeard,
      int routersPrepared,
      int routersActive,
      int gatesExpected,
      int gatesFinished,
      boolean complete,
      long heldRecords,
      long longestHoldMicros) {
    static HandOver of(EdgeProgress now) {
      return new HandOver(
          now.state().epoch(),
          now.state().phase(),
          now.state().completed().map(completed -> completed.epoch()).orElse(null),
          now.ordered(),
          now.routersExpected(),
          now.routersHeard(),
          now.routersPrepared(),
          now.routersActive(),
          now.gatesExpected(),
          now.gatesFinished(),
          now.complete(),
          now.gates().stream().mapToLong(GateReport::held).sum(),
          now.gates().stream().mapToLong(GateReport::lastHoldMicros).max().orElse(0));
    }
  }

  /** Routers and gates are numbers of those that it reports, maps those since its start. */
  record TaskManager(
      String id,
      String host,
      List<String> nodeHosts,
      int routers,
      int gates,
      long refusedMaps,
      long staleMaps) {
    static TaskManager of(TaskManagerReport report) {
      return new TaskManager(
          report.taskManager(),
          report.host(),
          report.nodeHosts(),
          report.routers().size(),
          report.gates().size(),
          report.refusedMaps(),
          report.staleMaps());
    }
  }

  static SnapshotJson of(
      Knowledge.Finding finding,
      Map<EdgeId, EdgeProgress> progress,
      Map<String, List<RateSample>> rates) {
    ClusterSnapshot snapshot = finding.snapshot();
    HashSlotHomes homes = new HashSlotHomes(snapshot);
    StreamJob job = snapshot.job().orElse(null);
    List<Operator> operators = new ArrayList<>();
    if (job != null) {
      for (StreamOperator operator : job.planned()) {
        EdgeId edge = new EdgeId(job.id(), operator.name());
        operators.add(
            operator(
                snapshot,
                homes,
                operator,
                operator.customPartitioned()
                    ? snapshot.placements().get(edge)
                    : keyGroups(operator),
                progress.get(edge),
                rates.getOrDefault(operator.name(), List.of())));
      }
    }
    return new SnapshotJson(
        snapshot.at().toEpochMilli(),
        snapshot.isStoreAlone(),
        job == null ? null : Job.of(job),
        nodes(snapshot, job == null ? List.of() : job.planned()),
        homes.uncovered(),
        operators,
        snapshot.reports().stream().map(TaskManager::of).toList(),
        Symptom.bySeverity(finding.symptoms()));
  }

  /** Each primary and subtask is looked at once: there may be a thousand nodes. */
  private static List<Node> nodes(ClusterSnapshot snapshot, List<StreamOperator> operators) {
    Map<String, Node> byName = new HashMap<>();
    List<Node> nodes = new ArrayList<>();
    for (String name : snapshot.nodes().names()) {
      Node node = new Node(name, new ArrayList<>(), new ArrayList<>());
      byName.put(name, node);
      nodes.add(node);
    }
    for (io.amoeba.coordinator.cluster.Primary primary : snapshot.primaries()) {
      Node node = byName.get(snapshot.nodes().of(primary));
      if (node != null) {
        node.primaries.add(Primary.of(primary));
      }
    }
    for (StreamOperator operator : operators) {
      for (Subtask subtask : operator.subtasks()) {
        Node node = byName.get(snapshot.nodes().of(subtask));
        if (node != null) {
          node.subtasks.add(SubtaskPlace.of(operator, subtask));
        }
      }
    }
    return nodes;
  }

  private static Operator operator(
      ClusterSnapshot snapshot,
      HashSlotHomes homes,
      StreamOperator operator,
      @Nullable PlacementMap found,
      @Nullable EdgeProgress progress,
      List<RateSample> rates) {
    String[] nodes = homes.nodeOfSubtask(operator);
    PlacementMap map =
        found != null && found.parallelism() == operator.parallelism() ? found : null;
    return new Operator(
        operator.name(),
        operator.parallelism(),
        operator.settled(),
        List.of(nodes),
        map == null ? null : owners(map),
        map == null ? null : alignedShare(map, homes, nodes),
        known(snapshot.localHitRates().getOrDefault(operator.name(), Double.NaN)),
        known(operator.rates().recordsInPerSecond()),
        operator.rates().localRequests(),
        operator.rates().remoteRequests(),
        History.of(rates),
        progress == null ? null : HandOver.of(progress));
  }

  /** The owners that a keyed stream's key groups are, null if they are no hash slots. */
  private static @Nullable PlacementMap keyGroups(StreamOperator operator) {
    if (!KeyGroups.areHashSlots(operator.maxParallelism())) {
      return null;
    }
    int[] owners = new int[HashSlot.COUNT];
    for (int hashSlot = 0; hashSlot < owners.length; hashSlot++) {
      owners[hashSlot] =
          KeyGroups.subtaskOf(hashSlot, operator.maxParallelism(), operator.parallelism());
    }
    return PlacementMap.of(1, operator.parallelism(), owners);
  }

  private static List<List<Integer>> owners(PlacementMap map) {
    return map.ranges().stream()
        .map(range -> List.of(range.from(), range.to(), range.subtask()))
        .toList();
  }

  private static double alignedShare(PlacementMap map, HashSlotHomes homes, String[] nodes) {
    int aligned = 0;
    for (int hashSlot = 0; hashSlot < HashSlot.COUNT; hashSlot++) {
      aligned += nodes[map.subtask(hashSlot)].equals(homes.nodeOf(hashSlot)) ? 1 : 0;
    }
    return (double) aligned / HashSlot.COUNT;
  }

  /** A number as JSON has it: unknown is null. */
  static @Nullable Double known(double value) {
    return Double.isNaN(value) ? null : value;
  }

  static @Nullable Double known(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }

  static @Nullable Long known(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }
}
