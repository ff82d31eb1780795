package io.amoeba.coordinator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Explains a plan. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = "Shows a plan's reason, cost, expected gain and outcome.",
    footer = {"", "Examples:", "  amoeba explain plan-7", "", ServiceCommand.FOOTER})
public final class ExplainCommand extends ServiceCommand {

  @Parameters(paramLabel = "ID", description = "Id of the plan, as amoeba plans shows it.")
  private String id = "";

  @Override
  JsonNode ask(CoordinatorAccess access) throws InterruptedException {
    return access.get("/api/v1/plans/" + URLEncoder.encode(id, StandardCharsets.UTF_8));
  }

  @Override
  void print(JsonNode plan, PrintWriter out) {
    out.printf(
        "%s is %s; created by %s for topology %s%n",
        plan.path("id").asText(),
        plan.path("state").asText(),
        plan.path("author").asText(),
        plan.path("fingerprint").asText());
    out.println("Why:       " + plan.path("reason").asText());
    ProposalText.costAndGain(plan, out);
    out.println("Progress:  " + plan.path("progress").asText());
    if (!plan.at("/status/problems").isEmpty()) {
      FindingTable.of(plan.at("/status/problems")).print(out, "  ");
    }
    ProposalText.changes(plan, out);
    epochs(plan.path("epochs"), out);
    ProposalText.dryRun(plan.path("dryRun"), out);
    events(plan, out);
    outcome(plan.path("outcome"), out);
    if (!plan.path("decisions").isEmpty()) {
      out.println("Decisions:");
      Table table = new Table("FROM", "TO", "TIMES", "DECISION");
      for (JsonNode decision : plan.path("decisions")) {
        table.row(
            Shown.time(decision.path("sinceMillis")),
            Shown.time(decision.path("untilMillis")),
            decision.path("times").asText(),
            decision.path("text").asText());
      }
      table.print(out, "  ");
    }
  }

  private static void epochs(JsonNode epochs, PrintWriter out) {
    List<String> texts = new ArrayList<>();
    epochs.fields().forEachRemaining(one -> texts.add(one.getKey() + " " + one.getValue()));
    if (!texts.isEmpty()) {
      out.println("Epochs:    " + String.join(", ", texts));
    }
  }

  private static void events(JsonNode plan, PrintWriter out) {
    out.println("History:");
    Table table = new Table("AT", "STATE", "BY", "NOTE");
    for (JsonNode event : plan.path("events")) {
      table.row(
          Shown.time(event.path("atMillis")),
          event.path("state").asText(),
          event.path("by").asText(),
          event.path("note").asText());
    }
    table.print(out, "  ");
  }

  private static void outcome(JsonNode outcome, PrintWriter out) {
    if (!outcome.isMissingNode()) {
      out.printf(
          "Outcome:   %s; local-hit rate %s -> %s, records/s %s -> %s%n",
          outcome.path("verdict").asText().replace('_', ' '),
          Shown.share(outcome.at("/before/localHitRate")),
          Shown.share(outcome.at("/after/localHitRate")),
          Shown.rate(outcome.at("/before/recordsPerSecond")),
          Shown.rate(outcome.at("/after/recordsPerSecond")));
    }
  }
}
