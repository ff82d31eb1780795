package io.amoeba.linearroad.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.linearroad.run.Figures;
import io.amoeba.linearroad.run.RunResult;
import java.io.IOException;
import java.nio.file.Path;

/** The result of a run as JSON; what is not known is null. Stateless. */
public final class JsonReport {
  private static final ObjectMapper JSON = new ObjectMapper();

  private JsonReport() {}

  /** Writes the file. */
  public static void write(RunResult result, Path file) throws IOException {
    JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), of(result));
  }

  static ObjectNode of(RunResult result) {
    ObjectNode root = JSON.createObjectNode();
    RunResult.Performance performance = result.performance();
    RunResult.Checks checks = result.checks();
    root.put("nodes", result.options().fleet().nodes());
    root.put("expressways", result.input().expressways());
    root.put("positionReports", result.input().positionReports());
    figures(root.putObject("before"), performance.before());
    figures(root.putObject("after"), performance.after());
    root.put("adaptationMillis", performance.adaptationMillis());
    root.put("keyReorderings", checks.order().keyReorderings());
    root.put("recordsLostOrDuplicated", checks.lostOrDuplicated());
    root.putObject("validation")
        .put("checked", checks.answers().checked())
        .put("mismatches", checks.mismatches());
    root.put("mapSwitches", performance.mapSwitches());
    root.put("mapSwitchesOfAllOperators", performance.mapSwitchesOfAllOperators());
    number(root, "rateGrowthBefore", performance.growthBefore());
    root.put("accessesChecked", checks.order().accesses());
    root.put("immediate", result.options().fleet().job().immediate());
    root.put("taskSlots", result.options().fleet().taskSlots());
    root.put("simulatedSeconds", result.input().simulatedSeconds());
    root.put("machine", MachineLine.text());
    result.failures().forEach(root.putArray("failures")::add);
    return root;
  }

  private static void figures(ObjectNode node, Figures figures) {
    number(node, "localHitRate", figures.localHitRate());
    number(node, "recordsPerSecond", figures.recordsPerSecond());
    number(node, "tollLatencyP50Micros", figures.tollLatencyP50Micros());
    number(node, "tollLatencyP99Micros", figures.tollLatencyP99Micros());
  }

  private static void number(ObjectNode node, String name, double value) {
    if (Double.isNaN(value)) {
      node.putNull(name);
    } else {
      node.put(name, value);
    }
  }
}
