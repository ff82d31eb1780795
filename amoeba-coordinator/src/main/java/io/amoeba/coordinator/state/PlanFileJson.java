package io.amoeba.coordinator.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.knowledge.Performance;
import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.knowledge.PlanEvent;
import io.amoeba.coordinator.knowledge.PlanOutcome;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.monitor.EdgeId;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.EdgeAlignment;
import io.amoeba.coordinator.plan.PlanCost;
import io.amoeba.coordinator.plan.PlanGain;
import io.amoeba.coordinator.plan.Proposal;
import io.amoeba.partitioner.placement.HashSlotRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The text form of a plan book on the disk. A value that is missing or cannot be right is an {@link
 * IllegalArgumentException}. Stateless.
 */
final class PlanFileJson {

  private static final int FORMAT = 1;

  private PlanFileJson() {}

  static ObjectNode write(PlanBook book) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("format", FORMAT).put("made", book.made());
    book.pause()
        .ifPresent(
            pause ->
                root.putObject("pause").put("at", pause.at().toString()).put("by", pause.by()));
    ArrayNode plans = root.putArray("plans");
    book.newestFirst().forEach(plan -> write(plans.addObject(), plan));
    return root;
  }

  static PlanBook read(JsonNode root) {
    if (root.path("format").asInt() != FORMAT) {
      throw new IllegalArgumentException("format is " + root.path("format") + ", not " + FORMAT);
    }
    List<PlanRecord> plans = new ArrayList<>();
    root.path("plans").forEach(plan -> plans.add(plan(plan)));
    Optional<PlanBook.Pause> pause =
        root.has("pause")
            ? Optional.of(
                new PlanBook.Pause(
                    instant(root.path("pause"), "at"), text(root.path("pause"), "by")))
            : Optional.empty();
    return new PlanBook(plans, root.path("made").asLong(), pause);
  }

  private static void write(ObjectNode node, PlanRecord plan) {
    Proposal proposal = plan.proposal();
    node.put("id", plan.id()).put("author", plan.author());
    node.put("fingerprint", proposal.fingerprint()).put("reason", proposal.plan().reason());
    node.put("movedKeys", proposal.cost().movedKeys());
    proposal
        .cost()
        .expectedHandOver()
        .ifPresent(d -> node.put("expectedHandOverMillis", d.toMillis()));
    node.put("localShareBefore", proposal.gain().localShareBefore());
    node.put("localShareMeasured", proposal.gain().measured());
    node.put("localShareAfter", proposal.gain().localShareAfter());
    ArrayNode alignments = node.putArray("alignments");
    for (EdgeAlignment alignment : proposal.plan().alignments()) {
      ObjectNode edge = write(alignments.addObject(), alignment);
      if (plan.epochs().containsKey(alignment.edge())) {
        edge.put("epoch", plan.epochs().get(alignment.edge()));
        edge.put("complete", plan.complete().contains(alignment.edge()));
      }
    }
    ArrayNode events = node.putArray("events");
    for (PlanEvent event : plan.events()) {
      events
          .addObject()
          .put("at", event.at().toString())
          .put("state", event.state().name())
          .put("by", event.by())
          .put("note", event.note());
    }
    plan.before().ifPresent(before -> write(node.putObject("before"), before));
    plan.outcome()
        .ifPresent(
            outcome -> {
              ObjectNode measured = node.putObject("outcome");
              write(measured.putObject("before"), outcome.before());
              write(measured.putObject("after"), outcome.after());
              measured.put("verdict", outcome.verdict().name());
            });
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

  /** JSON has no NaN: what is unknown is left out. */
  private static void write(ObjectNode node, Performance performance) {
    if (!Double.isNaN(performance.localShare())) {
      node.put("localShare", performance.localShare());
    }
    if (!Double.isNaN(performance.recordsPerSecond())) {
      node.put("recordsPerSecond", performance.recordsPerSecond());
    }
  }

  private static PlanRecord plan(JsonNode node) {
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
    ChangePlan plan = new ChangePlan(text(node, "reason"), alignments);
    Optional<Duration> handOver =
        node.has("expectedHandOverMillis")
            ? Optional.of(Duration.ofMillis(node.path("expectedHandOverMillis").asLong()))
            : Optional.empty();
    Proposal proposal =
        new Proposal(
            plan,
            text(node, "fingerprint"),
            new PlanCost(plan.movedHashSlots(), node.path("movedKeys").asLong(), handOver),
            new PlanGain(
                number(node, "localShareBefore"),
                node.path("localShareMeasured").asBoolean(),
                number(node, "localShareAfter")));
    List<PlanEvent> events = new ArrayList<>();
    for (JsonNode event : node.path("events")) {
      events.add(
          new PlanEvent(
              instant(event, "at"),
              PlanState.valueOf(text(event, "state")),
              text(event, "by"),
              text(event, "note")));
    }
    return new PlanRecord(
        text(node, "id"),
        text(node, "author"),
        proposal,
        events,
        epochs,
        complete,
        performance(node.path("before")),
        outcome(node.path("outcome")));
  }

  private static EdgeAlignment alignment(JsonNode node) {
    List<HashSlotRange> ranges = new ArrayList<>();
    for (JsonNode range : node.path("hashSlots")) {
      ranges.add(
          new HashSlotRange(range.path(0).asInt(), range.path(1).asInt(), range.path(2).asInt()));
    }
    EdgeAlignment alignment =
        new EdgeAlignment(
            new EdgeId(text(node, "job"), text(node, "operator")),
            node.path("parallelism").asInt(),
            ranges,
            node.path("movedHashSlots").asInt(),
            number(node, "alignedBefore"),
            number(node, "alignedAfter"));
    alignment.owners(); // a map that does not cover every hash slot once must not be published
    return alignment;
  }

  private static Optional<Performance> performance(JsonNode node) {
    return node.isObject()
        ? Optional.of(
            new Performance(
                node.path("localShare").asDouble(Double.NaN),
                node.path("recordsPerSecond").asDouble(Double.NaN)))
        : Optional.empty();
  }

  private static Optional<PlanOutcome> outcome(JsonNode node) {
    return node.isObject()
        ? Optional.of(
            new PlanOutcome(
                performance(node.path("before")).orElse(Performance.UNKNOWN),
                performance(node.path("after")).orElse(Performance.UNKNOWN),
                PlanOutcome.Verdict.valueOf(text(node, "verdict"))))
        : Optional.empty();
  }

  private static Instant instant(JsonNode node, String field) {
    return Instant.parse(text(node, field));
  }

  private static double number(JsonNode node, String field) {
    if (!node.path(field).isNumber()) {
      throw new IllegalArgumentException(field + " is missing");
    }
    return node.path(field).asDouble();
  }

  private static String text(JsonNode node, String field) {
    if (!node.path(field).isTextual()) {
      throw new IllegalArgumentException(field + " is missing");
    }
    return node.path(field).asText();
  }
}
