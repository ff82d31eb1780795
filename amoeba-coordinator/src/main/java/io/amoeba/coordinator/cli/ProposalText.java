package io.amoeba.coordinator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.Locale;

/** What a plan costs and brings, and what its dry run found, for people. Stateless. */
final class ProposalText {

  private ProposalText() {}

  static void costAndGain(JsonNode plan, PrintWriter out) {
    out.println("Cost:      " + cost(plan));
    boolean loss = Shown.avoidsLoss(plan);
    boolean measured = plan.at("/gain/measured").asBoolean();
    Shown.gain(plan)
        .ifPresent(
            gain ->
                out.printf(
                    "Gain:      %s %s (%s)%n",
                    loss ? "loss" : "local-hit rate",
                    gain,
                    loss
                        ? "time without service at the present load"
                        : measured ? "measured" : "by hash slots"));
  }

  /** Each part of the change, and what becomes of the alignment of each operator. */
  static void changes(JsonNode plan, PrintWriter out) {
    out.println("Changes:");
    plan.path("changes").forEach(line -> out.println("  " + line.asText()));
    String after = plan.path("awaited").isEmpty() ? "" : " after routing";
    for (JsonNode operator : plan.path("operators")) {
      out.printf(
          "Aligned:   hash slots on the node of their subtask of %s: %s -> %s%s%n",
          operator.path("operator").asText(),
          Shown.share(operator.path("alignedBefore")),
          Shown.share(operator.path("alignedAfter")),
          after);
    }
  }

  /** Nothing for a plan that was not tried. */
  static void dryRun(JsonNode found, PrintWriter out) {
    if (found.isMissingNode()) {
      return;
    }
    out.println("Dry run:   state of both systems at " + Shown.time(found.path("seenAtMillis")));
    if (!found.path("skipped").isEmpty()) {
      out.println("  not moved:");
      FindingTable.of(found.path("skipped")).print(out, "  ");
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
            plan.path("costText").asText(),
            expected.isNumber()
                ? "about " + Shown.millis(expected)
                : "an unknown time: the first of its kind");
  }
}
