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
    if (plan.has("moveHashSlots")) {
      moves(plan.path("moveHashSlots"), out);
    } else if (plan.has("growStore")) {
      hashSlots(plan.path("growStore"), out);
    } else if (plan.has("drainStore")) {
      hashSlots(plan.path("drainStore"), out);
      out.println("Primaries there stay members of the cluster, without hash slots.");
    } else if (plan.has("startServers")) {
      starts(plan.path("startServers"), out);
    } else if (plan.has("rescaleJob")) {
      rescale(plan.path("rescaleJob"), out);
    } else if (plan.has("migratePrimaries")) {
      migrations(plan.path("migratePrimaries"), out);
    } else {
      operators(plan, out);
    }
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

  private static void moves(JsonNode action, PrintWriter out) {
    out.printf(
        "Aligned:   hash slots on the node of their subtask of %s: %s -> %s%n",
        action.path("operator").asText(),
        Shown.share(action.path("alignedBefore")),
        Shown.share(action.path("alignedAfter")));
    eachMove(action, out);
  }

  private static void hashSlots(JsonNode action, PrintWriter out) {
    followed(action, out);
    eachMove(action, out);
  }

  private static void starts(JsonNode action, PrintWriter out) {
    followed(action, out);
    Table table = new Table("SERVER", "NODE");
    for (JsonNode server : action.path("servers")) {
      table.row(server.path("address").asText(), server.path("node").asText());
    }
    table.print(out, "  ");
  }

  private static void rescale(JsonNode action, PrintWriter out) {
    followed(action, out);
    out.printf(
        "Job:       '%s' (%s) from %d to %d subtasks by %s, with task slots on %s%n",
        action.path("name").asText(),
        action.path("job").asText(),
        action.path("from").asInt(),
        action.path("to").asInt(),
        action.path("way").asText(),
        String.join(", ", texts(action.path("nodes"))));
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  private static void eachMove(JsonNode action, PrintWriter out) {
    Table table = new Table("FROM", "TO", "HASH SLOTS");
    for (JsonNode move : action.path("moves")) {
      table.row(
          move.path("from").asText(), move.path("to").asText(), move.path("hashSlots").asText());
    }
    table.print(out, "  ");
  }

  /** What the routing that follows makes of it. */
  private static void followed(JsonNode action, PrintWriter out) {
    for (JsonNode operator : action.path("operators")) {
      out.printf(
          "Aligned:   hash slots on the node of their subtask of %s: %s -> %s after" + " routing%n",
          operator.path("operator").asText(),
          Shown.share(operator.path("alignedBefore")),
          Shown.share(operator.path("alignedAfter")));
    }
  }

  private static void migrations(JsonNode action, PrintWriter out) {
    followed(action, out);
    Table table = new Table("PRIMARY", "ON", "TO", "ON", "HASH SLOTS", "KEYS");
    for (JsonNode one : action.path("migrations")) {
      table.row(
          one.path("from").asText(),
          one.path("fromNode").asText(),
          one.path("to").asText(),
          one.path("toNode").asText(),
          one.path("hashSlots").asText(),
          one.path("keys").isNumber() ? one.path("keys").asText() : "-");
    }
    table.print(out, "  ");
    out.println(
        action.path("formerPrimary").asText().equals("keep")
            ? "Former primaries stay as replicas."
            : "Former primaries leave the cluster.");
  }

  private static void operators(JsonNode plan, PrintWriter out) {
    Table table = new Table("OPERATOR", "SUBTASKS", "HASH SLOTS", "ALIGNED", "EPOCH");
    for (JsonNode alignment : plan.path("alignments")) {
      String operator = alignment.path("operator").asText();
      JsonNode epoch = plan.path("epochs").path(operator);
      table.row(
          operator,
          alignment.path("parallelism").asText(),
          alignment.path("movedHashSlots").asText(),
          Shown.share(alignment.path("alignedBefore"))
              + " -> "
              + Shown.share(alignment.path("alignedAfter")),
          epoch.isMissingNode() ? "-" : epoch.asText());
    }
    table.print(out, "  ");
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
