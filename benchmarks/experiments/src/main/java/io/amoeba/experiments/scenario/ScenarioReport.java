package io.amoeba.experiments.scenario;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.linearroad.measure.AnswerGaps;
import io.amoeba.linearroad.report.JsonReport;
import io.amoeba.linearroad.run.RunResult;
import io.amoeba.report.Claim;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Numbers;
import io.amoeba.report.ReportJson;
import io.amoeba.report.Table;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Results of a scenario: as text, as JSON, and as a page with plots. Immutable. */
record ScenarioReport(Scenario scenario, List<ScenarioRun> runs) implements ExperimentReport {
  @Override
  public String findings() {
    StringBuilder text = new StringBuilder(scenario.title).append("\n\n");
    text.append(
        Table.of(
            runs.stream().flatMap(run -> run.parts().stream()).toList(),
            ScenarioRun.Part::toString,
            ScenarioRun.MEASURES));
    text.append(
        "\nlocal-hit rate: requests to Redis that stay on their node; reports: position reports; p50, p99: latency of operator Toll.\n"
            + "Between processes of one machine a request to another node is hardly slower: use bench alignment to compare throughput.\n");
    runs.forEach(run -> facts(text, run));
    return text.toString();
  }

  private static void facts(StringBuilder text, ScenarioRun run) {
    RunResult result = run.result();
    text.append(
        "%s: %s answers checked, %d mismatches%n"
            .formatted(
                run,
                Numbers.whole(result.checks().answers().checked()),
                result.checks().mismatches()));
    if (run.shape().changes()) {
      boolean grown = run.shape().addsNode();
      AnswerGaps gaps = result.performance().gaps();
      text.append(
          "  aligned %s ms after %s%s%n"
              .formatted(
                  Numbers.whole(result.performance().adaptationMillis()),
                  grown ? "the start of the new node" : "the order",
                  migration(run)));
      text.append(
          "  longest time without an answer: %s ms before, %s ms from %s until 2 s after the alignment%n"
              .formatted(
                  millis(gaps.beforeMillis()),
                  millis(gaps.changeMillis()),
                  grown ? "that start" : "the order"));
    }
  }

  private static String migration(ScenarioRun run) {
    RunResult.Timeline timeline = run.result().timeline();
    return timeline.migratedMillis() == 0
        ? ""
        : ", %s after %s ms"
            .formatted(
                run.scenario().followed(),
                Numbers.whole(timeline.migratedMillis() - timeline.alignBeginMillis()));
  }

  private static String millis(OptionalLong millis) {
    return millis.isPresent() ? Numbers.whole(millis.getAsLong()) : "-";
  }

  @Override
  public List<Claim> claims() {
    return runs.stream().flatMap(run -> run.claims().stream()).toList();
  }

  @Override
  public ObjectNode data() {
    ObjectNode root =
        ReportJson.object(Map.of("scenario", scenario.text(), "title", scenario.title));
    ArrayNode array = root.putArray("runs");
    for (ScenarioRun run : runs) {
      array.addObject().put("placement", run.shape().text).setAll(JsonReport.of(run.result()));
    }
    return root;
  }

  @Override
  public String template() {
    return "/io/amoeba/experiments/scenario/report.html";
  }
}
