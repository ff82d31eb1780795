package io.amoeba.linearroad.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.linearroad.job.probe.OrderProbe;
import io.amoeba.linearroad.run.Alternation;
import io.amoeba.linearroad.run.AnswerGaps;
import io.amoeba.linearroad.run.Figures;
import io.amoeba.linearroad.run.OperatorLocality;
import io.amoeba.linearroad.run.PlacementPhase;
import io.amoeba.linearroad.run.RatePoint;
import io.amoeba.linearroad.run.RunResult;
import io.amoeba.linearroad.run.Traffic;
import io.amoeba.report.MachineLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The result of a run as JSON; what is not known is null. Stateless. */
public final class JsonReport {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double MILLIS_PER_SECOND = 1_000;

  private JsonReport() {}

  /** Writes the file. */
  public static void write(RunResult result, Path file) throws IOException {
    JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), of(result));
  }

  /** What {@link #write} writes. */
  public static ObjectNode of(RunResult result) {
    ObjectNode root = JSON.createObjectNode();
    RunResult.Performance performance = result.performance();
    RunResult.Checks checks = result.checks();
    root.put("nodes", result.options().fleet().nodes());
    root.put("expressways", result.input().expressways());
    root.put("positionReports", result.input().positionReports());
    figures(root.putObject("before"), performance.before());
    figures(root.putObject("after"), performance.after());
    root.put("adaptationMillis", performance.adaptationMillis());
    OrderProbe.Result order = checks.order();
    count(root, "keyReorderings", order, OrderProbe.Result::keyReorderings);
    count(root, "recordsLostOrDuplicated", order, o -> o.lost() + o.duplicated());
    root.putObject("validation")
        .put("checked", checks.answers().checked())
        .put("mismatches", checks.mismatches());
    root.put("mapSwitches", performance.mapSwitches());
    root.put("mapSwitchesOfAllOperators", performance.mapSwitchesOfAllOperators());
    number(root, "rateGrowthBefore", performance.growthBefore());
    count(root, "accessesChecked", order, OrderProbe.Result::accesses);
    root.put("immediate", result.options().fleet().job().immediate());
    root.put("keyed", result.options().fleet().job().keyed());
    root.put("taskSlots", result.options().fleet().taskSlots());
    root.put("finalNodes", result.options().fleet().finalNodes());
    root.put("simulatedSeconds", result.input().simulatedSeconds());
    root.put("machine", MachineLine.text());
    traffic(root, result.options().traffic());
    ObjectNode operators = root.putObject("localHitRateByOperator");
    for (OperatorLocality locality : performance.operators()) {
      ObjectNode rates = operators.putObject(locality.operator());
      number(rates, "before", locality.before().localShare());
      number(rates, "after", locality.after().localShare());
    }
    if (result.options().alignment().alternates()) {
      phases(root, performance.phases());
    }
    gaps(root.putObject("longestGapMillis"), performance.gaps());
    RunResult.Timeline timeline = result.timeline();
    series(root.putArray("series"), timeline);
    moment(root, "alignBeginSeconds", timeline.alignBeginMillis(), timeline);
    moment(root, "migratedSeconds", timeline.migratedMillis(), timeline);
    moment(root, "alignedSeconds", timeline.alignedMillis(), timeline);
    result.failures().forEach(root.putArray("failures")::add);
    return root;
  }

  private static void traffic(ObjectNode root, Traffic traffic) {
    if (traffic instanceof Traffic.Generated generated) {
      root.put("traffic", generated.mode().name().toLowerCase(Locale.ROOT));
      root.put("vehiclesPerExpressway", generated.vehiclesPerExpressway());
    } else if (traffic instanceof Traffic.FromFile file) {
      root.put("traffic", "file");
      root.put("inputDialect", file.dialect().name().toLowerCase(Locale.ROOT));
      root.put("clampedSpeeds", file.clampedSpeeds());
    }
  }

  private static void gaps(ObjectNode node, AnswerGaps gaps) {
    millis(node, "before", gaps.beforeMillis());
    millis(node, "change", gaps.changeMillis());
  }

  private static void millis(ObjectNode node, String name, OptionalLong millis) {
    if (millis.isPresent()) {
      node.put(name, millis.getAsLong());
    } else {
      node.putNull(name);
    }
  }

  private static void series(ArrayNode array, RunResult.Timeline timeline) {
    for (RatePoint rates : RatePoint.of(timeline)) {
      ObjectNode node = array.addObject().put("at", rates.at());
      number(node, "recordsPerSecond", rates.recordsPerSecond());
      number(node, "localHitRate", rates.localHitRate());
    }
  }

  /** On the time axis of the series, which begins with the feeding. */
  private static void moment(
      ObjectNode node, String name, long epochMillis, RunResult.Timeline timeline) {
    double seconds = (epochMillis - timeline.feedBeginMillis()) / MILLIS_PER_SECOND;
    number(node, name, epochMillis == 0 ? Double.NaN : Math.max(0, seconds));
  }

  private static void phases(ObjectNode root, List<PlacementPhase> phases) {
    ArrayNode array = root.putArray("phases");
    for (PlacementPhase phase : phases) {
      ObjectNode node = array.addObject();
      node.put("placement", phase.placement().name().toLowerCase(Locale.ROOT));
      node.put("beginMillis", phase.beginMillis());
      node.put("endMillis", phase.endMillis());
      node.put("seconds", phase.seconds());
      number(node, "tollsPerSecond", phase.tollsPerSecond());
      number(node, "recordsPerSecond", phase.recordsPerSecond());
      number(node, "localHitRate", phase.localHitRate());
      number(node, "tollLatencyP50Micros", phase.tollLatencyP50Micros());
      number(node, "tollLatencyP99Micros", phase.tollLatencyP99Micros());
    }
    Alternation alternation = Alternation.of(phases);
    ObjectNode node = root.putObject("alternation");
    node.put("pairs", alternation.pairs());
    number(node, "throughputRatio", alternation.throughputRatio());
    number(node, "throughputRatioMin", alternation.throughputRatioMin());
    number(node, "throughputRatioMax", alternation.throughputRatioMax());
    number(node, "latencyRatioP50", alternation.latencyRatioP50());
    number(node, "localHitRateHash", alternation.localHitRateHash());
    number(node, "localHitRateAligned", alternation.localHitRateAligned());
  }

  private static void count(
      ObjectNode node,
      String name,
      OrderProbe.@Nullable Result order,
      ToLongFunction<OrderProbe.Result> count) {
    if (order == null) {
      node.putNull(name);
    } else {
      node.put(name, count.applyAsLong(order));
    }
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
