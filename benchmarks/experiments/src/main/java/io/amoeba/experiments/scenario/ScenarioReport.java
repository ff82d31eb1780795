package io.amoeba.experiments.scenario;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.MachineLine;
import io.amoeba.report.Numbers;
import java.util.List;

/** What a scenario showed: as text, as JSON, and as a page with plots. Immutable. */
final class ScenarioReport implements ExperimentReport {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ROW = "%5s  %9s  %9s %9s  %10s %10s  %9s %9s%n";

  private final Scenario scenario;
  private final List<ScenarioRun> runs;

  ScenarioReport(Scenario scenario, List<ScenarioRun> runs) {
    this.scenario = scenario;
    this.runs = List.copyOf(runs);
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder("\n").append(scenario.title()).append("\n\n");
    text.append(
        ROW.formatted(
            "nodes",
            "placement",
            "local",
            "expected",
            "reports/s",
            "per node",
            "p50 us",
            "p99 us"));
    for (ScenarioRun run : runs) {
      run.parts().forEach(part -> row(text, run, part));
    }
    text.append(
        "\nlocal: requests to Redis that stay on their node; reports/s: position reports; p50, p99: latency of operator Toll.\n"
            + "Between processes of one machine a request to another node is hardly slower: use --containers to compare throughput.\n");
    runs.forEach(run -> facts(text, run));
    text.append(MachineLine.text()).append('\n');
    if (holds()) {
      text.append("All that must hold does.\n");
    }
    failures().forEach(failure -> text.append("FAILED: ").append(failure).append('\n'));
    return text.toString();
  }

  private static void row(StringBuilder text, ScenarioRun run, ScenarioRun.Part part) {
    text.append(
        ROW.formatted(
            part.nodes(),
            part.aligned() ? "aligned" : "random",
            Numbers.percent(part.localHitRate()),
            Numbers.percent(run.expectedLocalHitRate(part)),
            Numbers.whole(part.recordsPerSecond()),
            Numbers.whole(part.recordsPerSecond() / part.nodes()),
            Numbers.whole(part.tollLatencyP50Micros()),
            Numbers.whole(part.tollLatencyP99Micros())));
  }

  private static void facts(StringBuilder text, ScenarioRun run) {
    text.append(
        "%s: %s answers checked, %d mismatches"
            .formatted(
                ScenarioRun.name(run.nodes(), run.placing()),
                Numbers.whole(run.answersChecked()),
                run.mismatches()));
    text.append('\n');
    if (run.placing().changes()) {
      boolean grown = run.placing().addsNode();
      text.append(
          "  aligned %s ms after %s%s%n"
              .formatted(
                  millis(run, "/adaptationMillis"),
                  grown ? "somebody began to add the node" : "the order",
                  migration(run)));
      text.append(
          "  longest time without an answer: %s ms before, %s ms from %s until 2 s after the alignment%n"
              .formatted(
                  millis(run, "/longestGapMillis/before"),
                  millis(run, "/longestGapMillis/change"),
                  grown ? "then" : "the order"));
    }
  }

  private static String migration(ScenarioRun run) {
    double migrated = run.figures().path("migratedSeconds").asDouble(Double.NaN);
    double begin = run.figures().path("alignBeginSeconds").asDouble(Double.NaN);
    return Double.isNaN(migrated)
        ? ""
        : ", %s after %s ms"
            .formatted(run.scenario().followed(), Numbers.whole((migrated - begin) * 1_000));
  }

  private static String millis(ScenarioRun run, String pointer) {
    return Numbers.whole(run.figures().at(pointer).asDouble(Double.NaN));
  }

  private List<String> failures() {
    return runs.stream().flatMap(run -> run.failures().stream()).toList();
  }

  @Override
  public boolean holds() {
    return failures().isEmpty();
  }

  @Override
  public ObjectNode json() {
    ObjectNode root = JSON.createObjectNode();
    root.put("scenario", scenario.text());
    root.put("title", scenario.title());
    root.put("machine", MachineLine.text());
    root.put("holds", holds());
    failures().forEach(root.putArray("failures")::add);
    ArrayNode array = root.putArray("runs");
    for (ScenarioRun run : runs) {
      array.addObject().put("placement", run.placing().text()).setAll((ObjectNode) run.figures());
    }
    return root;
  }

  @Override
  public String template() {
    return "/io/amoeba/experiments/scenario/report.html";
  }
}
