package io.amoeba.coordinator.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.knowledge.PlanProgress;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.plan.DrainStore;
import io.amoeba.coordinator.plan.GrowStore;
import io.amoeba.coordinator.plan.HashSlotMoves;
import io.amoeba.coordinator.plan.MoveHashSlots;
import io.amoeba.coordinator.plan.PlanAction.AlignedShare;
import io.amoeba.coordinator.plan.moves.HashSlotMove;
import io.amoeba.coordinator.plan.moves.MoveReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The text form of a plan's moves of hash slots, and of how many of them are done. A value that is
 * missing or cannot be right is an {@link IllegalArgumentException}. Stateless.
 */
final class MovesJson {

  private MovesJson() {}

  static void write(ObjectNode node, MoveHashSlots action, PlanProgress done) {
    node.put("operator", action.operator());
    node.put("alignedBefore", action.alignedBefore());
    node.put("alignedAfter", action.alignedAfter());
    moves(node, action, done);
  }

  static void write(ObjectNode node, GrowStore action, PlanProgress done) {
    nodesAndShares(node, action.nodes(), action.shares());
    moves(node, action, done);
  }

  static void write(ObjectNode node, DrainStore action, PlanProgress done) {
    nodesAndShares(node, action.nodes(), action.shares());
    moves(node, action, done);
  }

  private static void nodesAndShares(
      ObjectNode node, List<String> nodes, List<AlignedShare> shares) {
    nodes.forEach(node.putArray("nodes")::add);
    writeShares(node.putArray("shares"), shares);
  }

  private static void moves(ObjectNode node, HashSlotMoves action, PlanProgress done) {
    ObjectNode addresses = node.putObject("addresses");
    action.addresses().forEach(addresses::put);
    ArrayNode moves = node.putArray("moves");
    for (HashSlotMove move : action.moves()) {
      ObjectNode one = moves.addObject();
      one.put("from", move.from()).put("to", move.to()).put("reason", move.reason().name());
      ArrayNode spans = one.putArray("hashSlots");
      move.hashSlots().forEach(span -> spans.addArray().add(span.from()).add(span.to()));
    }
    if (done instanceof PlanProgress.Moves moved) {
      node.put("movedHashSlots", moved.hashSlots()).put("movedKeys", moved.keys());
    }
  }

  static void writeShares(ArrayNode array, List<AlignedShare> shares) {
    for (AlignedShare share : shares) {
      array
          .addObject()
          .put("operator", share.operator())
          .put("before", share.before())
          .put("after", share.after());
    }
  }

  /** The moves by which the store follows a keyed stream. */
  static ActionJson.Acted followed(JsonNode node) {
    return new ActionJson.Acted(
        new MoveHashSlots(
            PlanFileJson.text(node, "operator"),
            moves(node),
            addresses(node),
            PlanFileJson.number(node, "alignedBefore"),
            PlanFileJson.number(node, "alignedAfter")),
        progress(node));
  }

  /** The moves by which the store grows. */
  static ActionJson.Acted grown(JsonNode node) {
    return new ActionJson.Acted(
        new GrowStore(nodes(node), someShares(node), moves(node), addresses(node)), progress(node));
  }

  /** The moves by which the store leaves nodes. */
  static ActionJson.Acted drained(JsonNode node) {
    return new ActionJson.Acted(
        new DrainStore(nodes(node), someShares(node), moves(node), addresses(node)),
        progress(node));
  }

  private static List<String> nodes(JsonNode node) {
    List<String> nodes = new ArrayList<>();
    node.path("nodes").forEach(name -> nodes.add(name.asText()));
    if (nodes.isEmpty()) {
      throw new IllegalArgumentException("nodes is missing");
    }
    return nodes;
  }

  private static List<AlignedShare> someShares(JsonNode node) {
    List<AlignedShare> shares = readShares(node.path("shares"));
    if (shares.isEmpty()) {
      throw new IllegalArgumentException("shares is missing");
    }
    return shares;
  }

  static List<AlignedShare> readShares(JsonNode array) {
    List<AlignedShare> shares = new ArrayList<>();
    for (JsonNode share : array) {
      shares.add(
          new AlignedShare(
              PlanFileJson.text(share, "operator"),
              PlanFileJson.number(share, "before"),
              PlanFileJson.number(share, "after")));
    }
    return shares;
  }

  private static List<HashSlotMove> moves(JsonNode node) {
    List<HashSlotMove> moves = new ArrayList<>();
    for (JsonNode move : node.path("moves")) {
      List<HashSlotSpan> spans = new ArrayList<>();
      for (JsonNode span : move.path("hashSlots")) {
        spans.add(ActionJson.span(span));
      }
      moves.add(
          new HashSlotMove(
              PlanFileJson.text(move, "from"),
              PlanFileJson.text(move, "to"),
              spans,
              MoveReason.valueOf(PlanFileJson.text(move, "reason"))));
    }
    if (moves.isEmpty()) {
      throw new IllegalArgumentException("moves is missing");
    }
    return moves;
  }

  private static Map<String, String> addresses(JsonNode node) {
    Map<String, String> addresses = new HashMap<>();
    node.path("addresses")
        .fields()
        .forEachRemaining(entry -> addresses.put(entry.getKey(), entry.getValue().asText()));
    return addresses;
  }

  private static PlanProgress progress(JsonNode node) {
    return new PlanProgress.Moves(
        node.path("movedHashSlots").asInt(), node.path("movedKeys").asLong());
  }
}
