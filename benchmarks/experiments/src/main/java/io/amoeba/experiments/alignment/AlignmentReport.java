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
import java.util.List;
import java.util.Map;

/** What the experiment showed: as text, as JSON, and as a page with plots. Immutable. */
final class AlignmentReport implements ExperimentReport {
  private static final int SHOWN_NODES = 4;

  /** Of a machine's CPUs; with so many busy, work waits for them. */
  private static final double BUSY = 0.9;

  private final AlignmentOptions options;
  private final List<SizeResult> results;
  private final List<String> failures;

  /**
   * A report.
   *
   * @param results at least one
   * @param failures a message for each size that could not be measured
   */
  AlignmentReport(AlignmentOptions options, List<SizeResult> results, List<String> failures) {
    this.options = options;
    this.results = List.copyOf(results);
    this.failures = List.copyOf(failures);
  }

  /** The size whose ratios stand for all: four nodes, as in the paper's first figure. */
  private SizeResult shown() {
    return results.stream()
        .filter(result -> result.nodes() == SHOWN_NODES)
        .findFirst()
        .orElse(results.get(results.size() - 1));
  }

  private static List<Placed> placements(SizeResult result) {
    return List.of(new Placed(result, false), new Placed(result, true));
  }

  @Override
  public String findings() {
    StringBuilder text =
        new StringBuilder(
            Table.of(
                results.stream().flatMap(result -> placements(result).stream()).toList(),
                Placed::toString,
                AlignmentMeasures.SHOWN));
    text.append("\nAligned over random\n")
        .append(
            Table.ofSpreads(
                results,
                result -> result.nodes() + " nodes",
                SizeResult::pairs,
                AlignmentMeasures.OF_PAIRS))
        .append("\nMedians of ")
        .append(options.pairs())
        .append(" pairs of phases of ")
        .append(options.phase().toSeconds())
        .append(
            " s that alternate in one job; ratios of neighbours, with the least and greatest.\n");
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
    for (SizeResult result : results) {
      text.append(machineLine(result));
      text.append(processorsLine(result));
      if (result.standIns().count() > 0) {
        text.append("%d nodes: %s%n".formatted(result.nodes(), result.standIns().told()));
      }
    }
    return text.append(perNodeLine()).toString();
  }

  /** Where CPUs are the limit, the network is not. */
  private static String machineLine(SizeResult result) {
    Placed random = new Placed(result, false);
    Placed aligned = new Placed(result, true);
    return "%d nodes: this machine's CPUs were busy to %s when random, to %s when aligned%s; the calibration loop took %.2f and %.2f ms%n"
        .formatted(
            result.nodes(),
            AlignmentMeasures.BUSY.cell(random),
            AlignmentMeasures.BUSY.cell(aligned),
            random.busy() >= BUSY ? ", and limit random placement, too, not the network alone" : "",
            random.workMillis(),
            aligned.workMillis());
  }

  /** Whose they were. */
  private static String processorsLine(SizeResult result) {
    Placed random = new Placed(result, false);
    Placed aligned = new Placed(result, true);
    return Arrays.stream(ProcessKind.values())
        .map(
            kind ->
                "%s %.2f and %.2f"
                    .formatted(kind.title(), random.processors(kind), aligned.processors(kind)))
        .collect(
            joining(
                ", ", "%d nodes: CPUs when random and aligned: ".formatted(result.nodes()), "\n"));
  }

  private String perNodeLine() {
    if (results.size() < 2) {
      return "";
    }
    return "From %d to %d nodes a node's throughput changes by %s when random, by %s when aligned.%n"
        .formatted(
            results.get(0).nodes(),
            results.get(results.size() - 1).nodes(),
            Numbers.percent(growth(false).change()),
            Numbers.percent(growth(true).change()));
  }

  private AlignmentMeasures.Growth growth(boolean aligned) {
    return new AlignmentMeasures.Growth(
        new Placed(results.get(0), aligned), new Placed(results.get(results.size() - 1), aligned));
  }

  @Override
  public List<Claim> claims() {
    List<Claim> claims = new ArrayList<>();
    failures.forEach(failure -> claims.add(Claim.stated(failure, false)));
    for (SizeResult result : results) {
      String nodes = result.nodes() + " nodes";
      claims.add(
          Claim.of(
              nodes + " when aligned", AlignmentMeasures.LOCAL, List.of(new Placed(result, true))));
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
                "throughputRatio", shown.throughputRatio().median(),
                "latencyRatioP50", shown.latencyRatioP50().median(),
                "localHitRate", new Placed(shown, true).localHitRate(),
                "localHitRateRandom", new Placed(shown, false).localHitRate(),
                "delayMicros", options.delay().toNanos() / 1_000,
                "cpusPerNode", options.cpusPerNode(),
                "phaseSeconds", options.phase().toSeconds()));
    root.set("runs", ReportJson.tree(results.stream().map(AlignmentReport::run).toList()));
    return root;
  }

  private static ObjectNode run(SizeResult result) {
    return ReportJson.object(
        result,
        Map.of(
            "throughputRatio", result.throughputRatio(),
            "latencyRatioP50", result.latencyRatioP50(),
            "random", placement(new Placed(result, false)),
            "aligned", placement(new Placed(result, true))));
  }

  private static ObjectNode placement(Placed placed) {
    return ReportJson.object(
        Measure.values(AlignmentMeasures.OF_A_PLACEMENT, placed),
        Map.of("processors", placed.processors()));
  }

  @Override
  public String template() {
    return "/io/amoeba/experiments/alignment/report.html";
  }
}
