package io.amoeba.coordinator.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.EdgeAlignment;
import java.util.List;
import java.util.Locale;

/** Writes plans. Stateless. */
public final class PlanJson {

  private PlanJson() {}

  static void write(ArrayNode list, List<PlanRecord> records, int atMost) {
    records.stream().limit(atMost).forEach(record -> write(list.addObject(), record));
  }

  private static void write(ObjectNode node, PlanRecord record) {
    node.put("id", record.id());
    node.put("state", record.state().name().toLowerCase(Locale.ROOT));
    node.put("plannedAtMillis", record.plannedAt().toEpochMilli());
    record.endedAt().ifPresent(at -> node.put("endedAtMillis", at.toEpochMilli()));
    record.adaptation().ifPresent(took -> node.put("adaptationMillis", took.toMillis()));
    write(node, record.plan());
    ObjectNode epochs = node.putObject("epochs");
    record.epochs().forEach((edge, epoch) -> epochs.put(edge.operator(), epoch));
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
}
