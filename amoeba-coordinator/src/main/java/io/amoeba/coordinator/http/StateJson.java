package io.amoeba.coordinator.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.analyze.HashSlotHomes;
import io.amoeba.coordinator.analyze.KeyGroups;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.execute.EdgeProgress;
import io.amoeba.coordinator.knowledge.RateSample;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.monitor.Primary;
import io.amoeba.coordinator.monitor.Replica;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.Subtask;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.HashSlotRange;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.GateReport;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Writes a snapshot as the page and other readers of the state get it. One instance per answer. */
final class StateJson {

  private final ClusterSnapshot snapshot;
  private final Map<EdgeId, EdgeProgress> progress;
  private final Map<String, List<RateSample>> rates;
  private final HashSlotHomes homes;

  StateJson(
      ClusterSnapshot snapshot,
      Map<EdgeId, EdgeProgress> progress,
      Map<String, List<RateSample>> rates) {
    this.snapshot = snapshot;
    this.progress = progress;
    this.rates = rates;
    this.homes = new HashSlotHomes(snapshot);
  }

  void write(ObjectNode root, List<Symptom> symptoms) {
    root.put("snapshotMillis", snapshot.at().toEpochMilli());
    snapshot.job().ifPresent(job -> job(root.putObject("job"), job));
    nodes(root.putArray("nodes"));
    root.put("uncoveredHashSlots", homes.uncovered());
    ArrayNode operators = root.putArray("operators");
    snapshot
        .job()
        .ifPresent(job -> job.planned().forEach(o -> operator(operators.addObject(), job, o)));
    ArrayNode taskManagers = root.putArray("taskManagers");
    snapshot.reports().forEach(report -> taskManager(taskManagers.addObject(), report));
    root.putPOJO("symptoms", Symptom.bySeverity(symptoms));
  }

  private static void job(ObjectNode node, StreamJob job) {
    node.put("id", job.id());
    node.put("name", job.name());
    node.put("state", job.state());
    node.put("flinkVersion", job.version());
    node.put("unalignedCheckpoints", job.unalignedCheckpoints());
  }

  /** Each primary and subtask is looked at once: there may be a thousand nodes. */
  private void nodes(ArrayNode nodes) {
    Map<String, ObjectNode> byName = new HashMap<>();
    for (String name : snapshot.nodes().names()) {
      ObjectNode node = nodes.addObject().put("name", name);
      node.putArray("primaries");
      node.putArray("subtasks");
      byName.put(name, node);
    }
    for (Primary primary : snapshot.primaries()) {
      list(byName, snapshot.nodes().of(primary), "primaries")
          .ifPresent(list -> primary(list.addObject(), primary));
    }
    for (StreamOperator operator : snapshot.job().map(StreamJob::planned).orElse(List.of())) {
      for (Subtask subtask : operator.subtasks()) {
        list(byName, snapshot.nodes().of(subtask), "subtasks")
            .ifPresent(list -> subtask(list.addObject(), operator, subtask));
      }
    }
  }

  private static Optional<ArrayNode> list(
      Map<String, ObjectNode> byName, String node, String field) {
    return Optional.ofNullable(byName.get(node)).map(found -> found.withArrayProperty(field));
  }

  private static void primary(ObjectNode node, Primary primary) {
    node.put("id", primary.id());
    node.put("host", primary.host());
    node.put("port", primary.port());
    node.put("hashSlotCount", primary.hashSlotCount());
    ArrayNode spans = node.putArray("hashSlots");
    for (HashSlotSpan span : primary.hashSlots()) {
      spans.addArray().add(span.from()).add(span.to());
    }
    number(node, "replicaReadShare", primary.replicas().readShare().orElse(Double.NaN));
    ArrayNode replicas = node.putArray("replicas");
    for (Replica replica : primary.replicas().all()) {
      ObjectNode each = replicas.addObject();
      each.put("id", replica.id());
      each.put("host", replica.host());
      each.put("port", replica.port());
      number(each, "lagSeconds", replica.lagSeconds());
      number(each, "lagBytes", replica.lagBytes());
    }
  }

  private static void subtask(ObjectNode node, StreamOperator operator, Subtask subtask) {
    node.put("operator", operator.name());
    node.put("index", subtask.index());
    node.put("attempt", subtask.attempt());
    node.put("status", subtask.status());
    node.put("host", subtask.host());
    node.put("taskManager", subtask.taskManager());
  }

  private void operator(ObjectNode node, StreamJob job, StreamOperator operator) {
    EdgeId edge = new EdgeId(job.id(), operator.name());
    node.put("name", operator.name());
    node.put("parallelism", operator.parallelism());
    node.put("settled", operator.settled());
    String[] nodes = homes.nodeOfSubtask(operator);
    ArrayNode places = node.putArray("subtaskNodes");
    List.of(nodes).forEach(places::add);
    PlacementMap map =
        operator.customPartitioned() ? snapshot.placements().get(edge) : keyGroups(operator);
    if (map != null && map.parallelism() == operator.parallelism()) {
      ArrayNode owners = node.putArray("owners");
      for (HashSlotRange range : map.ranges()) {
        owners.addArray().add(range.from()).add(range.to()).add(range.subtask());
      }
      node.put("alignedShare", alignedShare(map, nodes));
    }
    number(
        node, "localHitRate", snapshot.localHitRates().getOrDefault(operator.name(), Double.NaN));
    number(node, "recordsInPerSecond", operator.rates().recordsInPerSecond());
    node.put("localRequests", operator.rates().localRequests());
    node.put("remoteRequests", operator.rates().remoteRequests());
    history(node.putObject("history"), rates.getOrDefault(operator.name(), List.of()));
    EdgeProgress now = progress.get(edge);
    if (now != null) {
      handOver(node.putObject("handOver"), now);
    }
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

  private double alignedShare(PlacementMap map, String[] nodes) {
    int aligned = 0;
    for (int hashSlot = 0; hashSlot < HashSlot.COUNT; hashSlot++) {
      aligned += nodes[map.subtask(hashSlot)].equals(homes.nodeOf(hashSlot)) ? 1 : 0;
    }
    return (double) aligned / HashSlot.COUNT;
  }

  private static void history(ObjectNode node, List<RateSample> samples) {
    ArrayNode at = node.putArray("atMillis");
    ArrayNode local = node.putArray("localHitRate");
    ArrayNode records = node.putArray("recordsInPerSecond");
    for (RateSample sample : samples) {
      at.add(sample.atMillis());
      if (Double.isNaN(sample.localHitRate())) {
        local.addNull();
      } else {
        local.add(sample.localHitRate());
      }
      if (Double.isNaN(sample.recordsInPerSecond())) {
        records.addNull();
      } else {
        records.add(sample.recordsInPerSecond());
      }
    }
  }

  private static void handOver(ObjectNode node, EdgeProgress now) {
    node.put("epoch", now.state().epoch());
    node.put("phase", JsonBody.name(now.state().phase()));
    now.state().completed().ifPresent(c -> node.put("completedEpoch", c.epoch()));
    node.put("ordered", now.ordered());
    node.put("routersExpected", now.routersExpected());
    node.put("routersHeard", now.routersHeard());
    node.put("routersPrepared", now.routersPrepared());
    node.put("routersActive", now.routersActive());
    node.put("gatesExpected", now.gatesExpected());
    node.put("gatesFinished", now.gatesFinished());
    node.put("complete", now.complete());
    node.put("heldRecords", now.gates().stream().mapToLong(GateReport::held).sum());
    node.put(
        "longestHoldMicros",
        now.gates().stream().mapToLong(GateReport::lastHoldMicros).max().orElse(0));
  }

  private static void taskManager(ObjectNode node, TaskManagerReport report) {
    node.put("id", report.taskManager());
    node.put("host", report.host());
    report.nodeHosts().forEach(node.putArray("nodeHosts")::add);
    node.put("routers", report.routers().size());
    node.put("gates", report.gates().size());
    node.put("refusedMaps", report.refusedMaps());
    node.put("staleMaps", report.staleMaps());
  }

  private static void number(ObjectNode node, String field, OptionalLong value) {
    if (value.isEmpty()) {
      node.putNull(field);
    } else {
      node.put(field, value.getAsLong());
    }
  }

  static void number(ObjectNode node, String field, double value) {
    if (Double.isNaN(value)) {
      node.putNull(field);
    } else {
      node.put(field, value);
    }
  }
}
