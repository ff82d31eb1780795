package io.amoeba.experiments.alignment;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.report.Claim;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Measure;
import io.amoeba.report.Numbers;
import io.amoeba.report.ReportJson;
import io.amoeba.report.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Results of the experiment: as text, as JSON, and as a page with plots. Immutable.
 *
 * @param results at least one
 * @param failures a message for each size that could not be measured
 */
record AlignmentReport(AlignmentOptions options, List<SizeResult> results, List<String> failures)
    implements ExperimentReport {
  private static final int SHOWN_NODES = 4;

  /** Of a machine's CPUs; above it, work waits for them. */
  private static final double BUSY = 0.9;

  /** The size whose ratios stand for all: four nodes, as in the paper's first figure. */
  private SizeResult shown() {
    return results.stream()
        .filter(result -> result.nodes() == SHOWN_NODES)
        .findFirst()
        .orElse(results.get(results.size() - 1));
  }

  @Override
  public String findings() {
    StringBuilder text =
        new StringBuilder(
            Table.of(
                results.stream()
                    .flatMap(result -> Stream.of(result.random(), result.aligned()))
                    .toList(),
                SizeResult.Placement::toString,
                AlignmentMeasures.SHOWN));
    text.append("\nAligned over random\n")
        .append(
            Table.ofSpreads(
                results,
                result -> result.nodes() + " nodes",
                SizeResult::pairs,
                AlignmentMeasures.OF_PAIRS));
    text.append(
        "%nMedians of %d pairs of phases of %d s that alternate in one job; ratios of neighbours, with minimum and maximum.%n"
            .formatted(options.pairs(), options.phase().toSeconds()));
    for (SizeResult result : results) {
      text.append(
          "%d nodes: %s answers checked, %d mismatches; a request to Redis takes %.0f us on the own node, %.0f us on another (%s)%n"
              .formatted(
                  result.nodes(),
                  Numbers.whole(result.answersChecked()),
                  result.mismatches(),
                  result.network().ownNodeMicros(),
                  result.network().otherNodeMicros(),
                  result.network().means()));
    }
    results.forEach(result -> text.append(machineLines(result)));
    if (results.size() > 1) {
      text.append(
          "From %d to %d nodes a node's throughput changes by %s when random, by %s when aligned.%n"
              .formatted(
                  results.get(0).nodes(),
                  results.get(results.size() - 1).nodes(),
                  Numbers.percent(growth(false).change()),
                  Numbers.percent(growth(true).change())));
    }
    return text.toString();
  }

  /** Where CPUs are the limit, the network is not. */
  private static String machineLines(SizeResult result) {
    SizeResult.Placement random = result.random();
    SizeResult.Placement aligned = result.aligned();
    String cpus =
        Arrays.stream(ProcessKind.values())
            .map(
                kind ->
                    "%s %.2f and %.2f"
                        .formatted(kind.title(), random.cpus(kind), aligned.cpus(kind)))
            .collect(joining(", "));
    String standIns =
        result.standIns().count() == 0
            ? ""
            : "%d nodes: %s%n".formatted(result.nodes(), result.standIns());
    return "%d nodes: this machine's CPUs were busy to %s when random, to %s when aligned%s; the calibration loop took %s and %s ms%n%d nodes: CPUs when random and aligned: %s%n%s"
        .formatted(
            result.nodes(),
            AlignmentMeasures.BUSY.cell(random),
            AlignmentMeasures.BUSY.cell(aligned),
            random.machine("busyFraction") >= BUSY
                ? ", and limit random placement, too, not the network alone"
                : "",
            AlignmentMeasures.WORK.cell(random),
            AlignmentMeasures.WORK.cell(aligned),
            result.nodes(),
            cpus,
            standIns);
  }

  private AlignmentMeasures.Growth growth(boolean aligned) {
    return new AlignmentMeasures.Growth(
        new SizeResult.Placement(results.get(0), aligned),
        new SizeResult.Placement(results.get(results.size() - 1), aligned));
  }

  @Override
  public List<Claim> claims() {
    List<Claim> claims = new ArrayList<>();
    failures.forEach(failure -> claims.add(Claim.stated(failure, false)));
    for (SizeResult result : results) {
      String nodes = result.nodes() + " nodes";
      claims.add(
          Claim.of(nodes + " when aligned", AlignmentMeasures.LOCAL, List.of(result.aligned())));
      claims.add(Claim.of(nodes, AlignmentMeasures.MISMATCHES, List.of(result)));
    }
    for (Measure<SizeResult.Pair> measure : AlignmentMeasures.OF_PAIRS) {
      claims.add(Claim.of(shown().nodes() + " nodes", measure, shown().pairs()));
    }
    if (results.size() > 1) {
      claims.add(Claim.of("aligned", AlignmentMeasures.GROWTH, List.of(growth(true))));
    }
    return claims;
  }

  @Override
  public ObjectNode data() {
    SizeResult shown = shown();
    ObjectNode root =
        ReportJson.object(
            Map.of(
                "nodes", shown.nodes(),
                "throughputRatio",
                    AlignmentMeasures.THROUGHPUT_RATIO.spread(shown.pairs()).median(),
                "latencyRatioP50", AlignmentMeasures.LATENCY_RATIO.spread(shown.pairs()).median(),
                "localHitRate", shown.aligned().median("localHitRate"),
                "localHitRateRandom", shown.random().median("localHitRate"),
                "delayMicros", options.delay().toNanos() / 1_000,
                "cpusPerNode", options.cpusPerNode(),
                "phaseSeconds", options.phase().toSeconds()));
    root.set("runs", ReportJson.tree(results.stream().map(AlignmentReport::run).toList()));
    return root;
  }

  private static ObjectNode run(SizeResult result) {
    Map<String, Object> own =
        Map.of("random", placement(result.random()), "aligned", placement(result.aligned()));
    ObjectNode run = ReportJson.object(result, own);
    AlignmentMeasures.OF_PAIRS.forEach(
        measure -> run.set(measure.name(), ReportJson.tree(measure.spread(result.pairs()))));
    return run;
  }

  private static ObjectNode placement(SizeResult.Placement placed) {
    Map<ProcessKind, Double> cpus = new EnumMap<>(ProcessKind.class);
    Arrays.stream(ProcessKind.values()).forEach(kind -> cpus.put(kind, placed.cpus(kind)));
    return ReportJson.object(
        Measure.values(AlignmentMeasures.SHOWN, placed),
        Measure.values(List.of(AlignmentMeasures.BUSY, AlignmentMeasures.WORK), placed),
        Map.of("cpus", cpus));
  }

  @Override
  public String template() {
    return "/io/amoeba/experiments/alignment/report.html";
  }
}
