package io.amoeba.coordinator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.Locale;

/** A coordinator's status as people read it. Stateless. */
final class StatusText {

  private StatusText() {}

  static void print(JsonNode status, PrintWriter out) {
    String paused =
        status.path("paused").asBoolean()
            ? ", paused by %s since %s"
                .formatted(
                    status.path("pausedBy").asText(), Shown.time(status.path("pausedAtMillis")))
            : "";
    out.println("Mode:      " + status.path("mode").asText() + paused);
    if (!status.path("storeAlone").asBoolean()) {
      out.println(
          "Job:       "
              + (status.has("job")
                  ? status.path("job").asText()
                      + ", "
                      + status.path("jobState").asText().toLowerCase(Locale.ROOT)
                  : "none"));
    }
    out.printf(
        "Cluster:   %d nodes, %d primaries%s%n",
        status.path("nodes").asInt(),
        status.path("primaries").asInt(),
        status.path("storeAlone").asBoolean() ? ", no Flink configured" : taskManagers(status));
    Table operators = new Table("OPERATOR", "SUBTASKS", "LOCAL", "RECORDS/S");
    for (JsonNode operator : status.path("operators")) {
      operators.row(
          operator.path("name").asText(),
          operator.path("parallelism").asText(),
          Shown.share(operator.path("localHitRate")),
          Shown.rate(operator.path("recordsInPerSecond")));
    }
    if (!operators.isEmpty()) {
      operators.print(out, "  ");
    }
    FindingTable.of(status.path("symptoms")).printSymptoms(out);
    out.println("Plan:      " + plan(status.path("plan")));
    status
        .path("decisions")
        .forEach(
            decision ->
                out.println(
                    "Decision:  "
                        + (decision.has("plan") ? decision.path("plan").asText() + " " : "")
                        + decision.path("text").asText()));
  }

  private static String taskManagers(JsonNode status) {
    int told = status.path("nodeHosts").asInt();
    return ", %d task managers report%s"
        .formatted(
            status.path("taskManagers").asInt(),
            told == 0 ? "" : ", %d of them on a host of amoeba.node.host".formatted(told));
  }

  private static String plan(JsonNode plan) {
    if (plan.isMissingNode()) {
      return "none open";
    }
    String id = plan.path("id").asText();
    String state = plan.path("state").asText();
    String next =
        state.equals("proposed")
            ? "amoeba explain %s, then amoeba approve %s or amoeba reject %s".formatted(id, id, id)
            : plan.path("progress").asText();
    String gain =
        Shown.gain(plan)
            .map(shown -> (Shown.avoidsLoss(plan) ? ", loss " : ", local-hit rate ") + shown)
            .orElse("");
    return "%s is %s: %s%s; %s".formatted(id, state, plan.path("summary").asText(), gain, next);
  }
}
