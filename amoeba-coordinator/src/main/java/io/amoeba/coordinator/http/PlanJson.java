package io.amoeba.coordinator.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.knowledge.Performance;
import io.amoeba.coordinator.knowledge.PlanEvent;
import io.amoeba.coordinator.knowledge.PlanOutcome;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.EdgeAlignment;
import io.amoeba.coordinator.plan.PlanCost;
import io.amoeba.coordinator.plan.PlanGain;
import io.amoeba.partitioner.placement.HashSlotRange;
import java.util.List;

/** Writes plans. Stateless. */
public final class PlanJson {

  private PlanJson() {}

  static void write(ArrayNode list, List<PlanRecord> records, int atMost) {
    records.stream().limit(atMost).forEach(record -> write(list.addObject(), record));
  }

  /** A plan as lists show it. */
  static void write(ObjectNode node, PlanRecord record) {
    node.put("id", record.id());
    node.put("state", record.state().text());
    node.put("author", record.author());
    node.put("plannedAtMillis", record.plannedAt().toEpochMilli());
    record.endedAt().ifPresent(at -> node.put("endedAtMillis", at.toEpochMilli()));
    record.adaptation().ifPresent(took -> node.put("adaptationMillis", took.toMillis()));
    node.put("progress", record.progress());
    node.put("fingerprint", record.proposal().fingerprint());
    cost(node.putObject("cost"), record.proposal().cost());
    gain(node.putObject("gain"), record.proposal().gain());
    write(node, record.plan());
    ObjectNode epochs = node.putObject("epochs");
    record.epochs().forEach((edge, epoch) -> epochs.put(edge.operator(), epoch));
    ArrayNode complete = node.putArray("complete");
    record.complete().stream().map(edge -> edge.operator()).sorted().forEach(complete::add);
    events(node.putArray("events"), record.events());
    record.outcome().ifPresent(outcome -> outcome(node.putObject("outcome"), outcome));
  }

  /** A plan with the owner of every hash slot, which lists leave out for their length. */
  static void explain(ObjectNode node, PlanRecord record) {
    write(node, record);
    ObjectNode owners = node.putObject("owners");
    for (EdgeAlignment alignment : record.plan().alignments()) {
      ArrayNode ranges = owners.putArray(alignment.edge().operator());
      for (HashSlotRange range : alignment.hashSlots()) {
        ranges.addArray().add(range.from()).add(range.to()).add(range.subtask());
      }
    }
  }

  /** Adds a plan's fields. */
  public static void write(ObjectNode node, ChangePlan plan) {
    node.put("reason", plan.reason());
    node.put("movedHashSlots", plan.movedHashSlots());
    ArrayNode alignments = node.putArray("alignments");
    for (EdgeAlignment alignment : plan.alignments()) {
      alignments
          .addObject()
          .put("operator", alignment.edge().operator())
          .put("job", alignment.edge().job())
          .put("parallelism", alignment.parallelism())
          .put("movedHashSlots", alignment.movedHashSlots())
          .put("alignedBefore", alignment.alignedBefore())
          .put("alignedAfter", alignment.alignedAfter());
    }
  }

  private static void cost(ObjectNode node, PlanCost cost) {
    node.put("movedHashSlots", cost.movedHashSlots());
    node.put("movedKeys", cost.movedKeys());
    cost.expectedHandOver().ifPresent(d -> node.put("expectedHandOverMillis", d.toMillis()));
  }

  private static void gain(ObjectNode node, PlanGain gain) {
    node.put("localShareBefore", gain.localShareBefore());
    node.put("measured", gain.measured());
    node.put("localShareAfter", gain.localShareAfter());
  }

  private static void events(ArrayNode list, List<PlanEvent> events) {
    for (PlanEvent event : events) {
      list.addObject()
          .put("atMillis", event.at().toEpochMilli())
          .put("state", event.state().text())
          .put("by", event.by())
          .put("note", event.note());
    }
  }

  private static void outcome(ObjectNode node, PlanOutcome outcome) {
    node.put("verdict", outcome.verdict().text());
    performance(node.putObject("before"), outcome.before());
    performance(node.putObject("after"), outcome.after());
  }

  private static void performance(ObjectNode node, Performance performance) {
    StateJson.number(node, "localShare", performance.localShare());
    StateJson.number(node, "recordsPerSecond", performance.recordsPerSecond());
  }
}
