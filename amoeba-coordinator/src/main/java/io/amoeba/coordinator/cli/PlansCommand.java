package io.amoeba.coordinator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the plans of a running coordinator. */
@Command(
    name = "plans",
    mixinStandardHelpOptions = true,
    description = "Lists the last plans of a running coordinator, newest first.",
    footer = {
      "",
      "Examples:",
      "  amoeba plans",
      "  amoeba plans --again    retry changes that were rejected, aborted or undone, or that failed",
      "",
      ServiceCommand.FOOTER
    })
public final class PlansCommand extends ServiceCommand {

  @Option(
      names = "--again",
      description = {
        "Create a plan at the next tick, even for a change that was rejected or aborted, that"
            + " failed, or that another controller has undone."
      })
  private boolean again;

  @Override
  JsonNode ask(CoordinatorAccess access) throws InterruptedException {
    if (again) {
      access.post("/api/v1/plans", "{}");
    }
    return access.get("/api/v1/plans");
  }

  @Override
  void print(JsonNode answer, PrintWriter out) {
    Table table =
        new Table("PLAN", "STATE", "MADE", "MOVES", "LOCAL REQUESTS", "TOOK", "WORTH IT", "REASON");
    for (JsonNode plan : answer.path("plans")) {
      table.row(
          plan.path("id").asText(),
          plan.path("state").asText(),
          Shown.time(plan.path("plannedAtMillis")),
          plan.path("movedHashSlots").asText(),
          Shown.gain(plan).orElse(Shown.UNKNOWN),
          Shown.millis(plan.path("adaptationMillis")),
          worth(plan.at("/outcome/verdict").asText()),
          plan.path("reason").asText());
    }
    if (table.isEmpty()) {
      out.println("No plans yet; amoeba status shows the reason.");
    } else {
      table.print(out, "");
    }
  }

  private static String worth(String verdict) {
    return switch (verdict) {
      case "worth_it" -> "yes";
      case "not_worth_it" -> "no";
      default -> "-";
    };
  }
}
