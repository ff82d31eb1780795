package io.amoeba.coordinator.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.knowledge.PlanProgress;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.plan.AlignRouting;
import io.amoeba.coordinator.plan.DrainStore;
import io.amoeba.coordinator.plan.EdgeAlignment;
import io.amoeba.coordinator.plan.GrowStore;
import io.amoeba.coordinator.plan.MigratePrimaries;
import io.amoeba.coordinator.plan.MoveHashSlots;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.RescaleJob;
import io.amoeba.coordinator.plan.StartServers;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.HashSlotRange;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The text form of a plan's action, and of how much of it is done. A value that is missing or
 * cannot be right is an {@link IllegalArgumentException}. Stateless.
 */
final class ActionJson {

  /** An action and its progress. Immutable. */
  record Acted(PlanAction action, PlanProgress progress) {}

  private ActionJson() {}

  static void write(ObjectNode node, PlanRecord plan) {
    if (plan.plan().action() instanceof MoveHashSlots moves) {
      MovesJson.write(node.putObject("moveHashSlots"), moves, plan.done());
      return;
    }
    if (plan.plan().action() instanceof GrowStore growth) {
      MovesJson.write(node.putObject("growStore"), growth, plan.done());
      return;
    }
    if (plan.plan().action() instanceof DrainStore drain) {
      MovesJson.write(node.putObject("drainStore"), drain, plan.done());
      return;
    }
    if (plan.plan().action() instanceof MigratePrimaries migrations) {
      MigrateJson.write(node.putObject("migratePrimaries"), migrations, plan.done());
      return;
    }
    if (plan.plan().action() instanceof StartServers starts) {
      StartJson.write(node.putObject("startServers"), starts, plan.done());
      return;
    }
    if (plan.plan().action() instanceof RescaleJob rescale) {
      RescaleJson.write(node.putObject("rescaleJob"), rescale, plan.done());
      return;
    }
    node.put("movedHashSlots", plan.plan().movedHashSlots());
    ArrayNode alignments = node.putArray("alignments");
    for (EdgeAlignment alignment : plan.plan().alignments()) {
      ObjectNode edge = write(alignments.addObject(), alignment);
      if (plan.epochs().containsKey(alignment.edge())) {
        edge.put("epoch", plan.epochs().get(alignment.edge()));
        edge.put("complete", plan.complete().contains(alignment.edge()));
      }
    }
  }

  /** Plans of the first format all have alignments. */
  static Acted read(JsonNode node) {
    if (node.has("migratePrimaries")) {
      return MigrateJson.read(node.path("migratePrimaries"));
    }
    if (node.has("startServers")) {
      return StartJson.read(node.path("startServers"));
    }
    if (node.has("rescaleJob")) {
      return RescaleJson.read(node.path("rescaleJob"));
    }
    if (node.has("growStore")) {
      return MovesJson.grown(node.path("growStore"));
    }
    if (node.has("drainStore")) {
      return MovesJson.drained(node.path("drainStore"));
    }
    return node.has("moveHashSlots")
        ? MovesJson.followed(node.path("moveHashSlots"))
        : routing(node);
  }

  static HashSlotSpan span(JsonNode node) {
    int from = node.path(0).asInt(-1);
    int to = node.path(1).asInt(-1);
    if (from < 0 || from > to || to >= HashSlot.COUNT) {
      throw new IllegalArgumentException("there are no hash slots " + node);
    }
    return new HashSlotSpan(from, to);
  }

  private static ObjectNode write(ObjectNode node, EdgeAlignment alignment) {
    node.put("job", alignment.edge().job()).put("operator", alignment.edge().operator());
    node.put("parallelism", alignment.parallelism());
    node.put("movedHashSlots", alignment.movedHashSlots());
    node.put("alignedBefore", alignment.alignedBefore());
    node.put("alignedAfter", alignment.alignedAfter());
    ArrayNode ranges = node.putArray("hashSlots");
    for (HashSlotRange range : alignment.hashSlots()) {
      ranges.addArray().add(range.from()).add(range.to()).add(range.subtask());
    }
    return node;
  }

  private static Acted routing(JsonNode node) {
    List<EdgeAlignment> alignments = new ArrayList<>();
    Map<EdgeId, Long> epochs = new HashMap<>();
    Set<EdgeId> complete = new HashSet<>();
    for (JsonNode edge : node.path("alignments")) {
      EdgeAlignment alignment = alignment(edge);
      alignments.add(alignment);
      if (edge.has("epoch")) {
        epochs.put(alignment.edge(), edge.path("epoch").asLong());
        if (edge.path("complete").asBoolean()) {
          complete.add(alignment.edge());
        }
      }
    }
    // Older coordinators have kept the number of each operator alone.
    AlignRouting routing =
        node.has("movedHashSlots")
            ? new AlignRouting(alignments, node.path("movedHashSlots").asInt())
            : new AlignRouting(alignments);
    return new Acted(routing, new PlanProgress.Routing(epochs, complete));
  }

  private static EdgeAlignment alignment(JsonNode node) {
    List<HashSlotRange> ranges = new ArrayList<>();
    for (JsonNode range : node.path("hashSlots")) {
      ranges.add(
          new HashSlotRange(range.path(0).asInt(), range.path(1).asInt(), range.path(2).asInt()));
    }
    EdgeAlignment alignment =
        new EdgeAlignment(
            new EdgeId(PlanFileJson.text(node, "job"), PlanFileJson.text(node, "operator")),
            node.path("parallelism").asInt(),
            ranges,
            node.path("movedHashSlots").asInt(),
            PlanFileJson.number(node, "alignedBefore"),
            PlanFileJson.number(node, "alignedAfter"));
    alignment.owners(); // a map that does not cover every hash slot once must not be published
    return alignment;
  }
}
