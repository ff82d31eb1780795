package io.amoeba.coordinator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.plan.ByteCount;
import java.io.PrintWriter;
import java.util.Locale;

/** What a plan costs and brings, and what its dry run found, for people. Stateless. */
final class ProposalText {

  private ProposalText() {}

  static void costAndGain(JsonNode plan, PrintWriter out) {
    out.println("Cost:      " + cost(plan));
    out.printf(
        "Gain:      local-hit rate %s (%s)%n",
        Shown.gain(plan), plan.at("/gain/measured").asBoolean() ? "measured" : "by hash slots");
  }

  /** Nothing for a plan that was not tried. */
  static void dryRun(JsonNode found, PrintWriter out) {
    if (found.isMissingNode()) {
      return;
    }
    out.println("Dry run:   state of both systems at " + Shown.time(found.path("seenAtMillis")));
    for (JsonNode operator : found.path("operators")) {
      out.printf(
          "  hash slots on the node of their subtask of %s: %s -> %s%n",
          operator.path("operator").asText(),
          Shown.share(operator.path("alignedBefore")),
          Shown.share(operator.path("alignedAfter")));
    }
    for (JsonNode reason : found.path("staying")) {
      out.println("  stays: " + reason.asText());
    }
    Table table = new Table("CHECK", "OUTCOME", "FINDING");
    for (JsonNode check : found.path("checks")) {
      table.row(
          words(check.path("check")), words(check.path("outcome")), check.path("text").asText());
    }
    table.print(out, "  ");
  }

  private static String words(JsonNode name) {
    return name.asText().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String cost(JsonNode plan) {
    JsonNode expected = plan.path("cost").path("expectedMillis");
    return "%s; it takes %s"
        .formatted(
            whatMoves(plan),
            expected.isNumber()
                ? "about " + Shown.millis(expected)
                : "an unknown time: the first of its kind");
  }

  private static String whatMoves(JsonNode plan) {
    JsonNode cost = plan.path("cost");
    int hashSlots = cost.path("movedHashSlots").asInt();
    if (plan.has("moveHashSlots") || plan.has("growStore") || plan.has("drainStore")) {
      return "%d hash slots%s move to another primary; their number of keys is not known in advance"
          .formatted(hashSlots, bytes(cost));
    }
    if (plan.has("startServers")) {
      return "%d Redis servers are started; no data move yet"
          .formatted(plan.at("/startServers/servers").size());
    }
    if (plan.has("rescaleJob")) {
      return "the job is interrupted once; no hash slots or keys move yet";
    }
    if (plan.has("migratePrimaries")) {
      return "%d primaries with %d hash slots and %s keys%s move to other servers"
          .formatted(
              cost.path("migratedPrimaries").asInt(),
              hashSlots,
              cost.path("movedKeys").isNumber()
                  ? cost.path("movedKeys").asText()
                  : "an unknown number of",
              bytes(cost));
    }
    return "%d hash slots change owner%s, %d keys move"
        .formatted(hashSlots, Shown.inOperators(plan), cost.path("movedKeys").asLong());
  }

  private static String bytes(JsonNode cost) {
    JsonNode bytes = cost.path("movedBytes");
    return bytes.isNumber() ? " with about " + ByteCount.text(bytes.asLong()) : "";
  }
}
