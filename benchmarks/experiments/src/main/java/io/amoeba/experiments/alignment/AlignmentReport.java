package io.amoeba.experiments.alignment;

import static io.amoeba.experiments.alignment.ProcessorUse.KINDS;
import static io.amoeba.report.JsonNumbers.number;
import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.MachineLine;
import io.amoeba.report.Numbers;
import io.amoeba.report.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What the experiment showed: as text, as JSON, and as a page with plots. Immutable. */
final class AlignmentReport implements ExperimentReport {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SHOWN_NODES = 4;

  /** Of a machine's processors; with so many busy, work waits for them. */
  private static final double BUSY = 0.9;

  private static final double LEAST_LOCAL_HIT_RATE = 0.99;

  private static final String ROW = "%5s  %9s  %11s %11s  %8s %8s  %9s %9s  %17s%n";

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

  @Override
  public String text() {
    StringBuilder text = new StringBuilder("\n");
    text.append(
        ROW.formatted(
            "nodes",
            "placement",
            "tolls/s",
            "per node",
            "p50 us",
            "p99 us",
            "local",
            "spread",
            "aligned / random"));
    for (SizeResult result : results) {
      row(text, result, false);
      row(text, result, true);
    }
    text.append("\nMedians of ")
        .append(options.pairs())
        .append(" pairs of phases of ")
        .append(options.phase().toSeconds())
        .append(
            " s that alternate in one job; ratios of neighbours, with the least and greatest.\n");
    text.append(noise()).append('\n');
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
    results.forEach(
        result ->
            text.append(machineLine(result))
                .append(processorsLine(result))
                .append(standInsLine(result)));
    text.append(perNodeLine());
    broken().forEach(line -> text.append(line).append('\n'));
    return text.append(MachineLine.text()).append('\n').toString();
  }

  private static void row(StringBuilder text, SizeResult result, boolean aligned) {
    Spread ratio = result.throughputRatio();
    text.append(
        ROW.formatted(
            aligned ? "" : Integer.toString(result.nodes()),
            aligned ? "aligned" : "random",
            Numbers.whole(median(result, aligned, Phase::tollsPerSecond)),
            Numbers.whole(result.tollsPerSecondAndNode(aligned)),
            Numbers.whole(median(result, aligned, Phase::p50Micros)),
            Numbers.whole(median(result, aligned, Phase::p99Micros)),
            Numbers.percent(median(result, aligned, Phase::localHitRate)),
            Numbers.percent(result.of(aligned, Phase::tollsPerSecond).relative()),
            aligned
                ? String.format(
                    Locale.ROOT,
                    "x%.2f (%.2f-%.2f)",
                    ratio.median(),
                    ratio.least(),
                    ratio.greatest())
                : ""));
  }

  private static double median(SizeResult result, boolean aligned, ToDoubleFunction<Phase> figure) {
    return result.of(aligned, figure).median();
  }

  private String noise() {
    double worst =
        results.stream()
            .flatMap(
                result ->
                    List.of(
                        result.of(false, Phase::tollsPerSecond).relative(),
                        result.of(true, Phase::tollsPerSecond).relative())
                        .stream())
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(Double.NaN);
    return "Noise: phases of one placement on one size differ by up to %s of their median."
        .formatted(Numbers.percent(worst));
  }

  /** Where processors are the limit, the network is not. */
  private static String machineLine(SizeResult result) {
    double random = median(result, false, AlignmentReport::busy);
    return "%d nodes: this machine's processors were busy to %s when random, to %s when aligned%s; work that is always the same took them %.2f and %.2f ms%n"
        .formatted(
            result.nodes(),
            Numbers.percent(random),
            Numbers.percent(median(result, true, AlignmentReport::busy)),
            random >= BUSY ? ", and limit random placement, too, not the network alone" : "",
            median(result, false, AlignmentReport::workMillis),
            median(result, true, AlignmentReport::workMillis));
  }

  private static double busy(Phase phase) {
    return phase.machine().busyFraction();
  }

  private static double workMillis(Phase phase) {
    return phase.machine().workMillis();
  }

  /** Whose they were. */
  private static String processorsLine(SizeResult result) {
    return KINDS.stream()
        .map(
            kind ->
                "%s %.2f and %.2f"
                    .formatted(
                        kind.title(),
                        processors(result, false, kind),
                        processors(result, true, kind)))
        .collect(
            joining(
                ", ",
                "%d nodes: processors when random and aligned: ".formatted(result.nodes()),
                "\n"));
  }

  private static String standInsLine(SizeResult result) {
    StandIns standIns = result.standIns();
    return standIns.count() == 0 ? "" : "%d nodes: %s%n".formatted(result.nodes(), standIns.told());
  }

  private static double processors(SizeResult result, boolean aligned, ProcessorUse.Kind kind) {
    return median(result, aligned, phase -> kind.processors().applyAsDouble(phase.processors()));
  }

  /** What must hold and does not. */
  private List<String> broken() {
    List<String> broken = new ArrayList<>(failures);
    for (SizeResult result : results) {
      double local = median(result, true, Phase::localHitRate);
      if (!(local >= LEAST_LOCAL_HIT_RATE)) {
        broken.add(
            "%d nodes: only %s of the requests stayed on their node when aligned, not 99 %%"
                .formatted(result.nodes(), Numbers.percent(local)));
      }
      if (result.mismatches() != 0) {
        broken.add(
            "%d nodes: %d answers are not those of the reference model"
                .formatted(result.nodes(), result.mismatches()));
      }
    }
    return broken;
  }

  private String perNodeLine() {
    if (results.size() < 2) {
      return "";
    }
    SizeResult first = results.get(0);
    SizeResult last = results.get(results.size() - 1);
    return "From %d to %d nodes a node's throughput changes by %s when random, by %s when aligned.%n"
        .formatted(
            first.nodes(), last.nodes(), change(first, last, false), change(first, last, true));
  }

  private static String change(SizeResult from, SizeResult to, boolean aligned) {
    return Numbers.percent(
        to.tollsPerSecondAndNode(aligned) / from.tollsPerSecondAndNode(aligned) - 1);
  }

  @Override
  public ObjectNode json() {
    ObjectNode root = JSON.createObjectNode();
    SizeResult shown = shown();
    root.put("nodes", shown.nodes());
    number(root, "throughputRatio", shown.throughputRatio().median());
    number(root, "latencyRatioP50", shown.latencyRatioP50().median());
    number(root, "localHitRate", median(shown, true, Phase::localHitRate));
    number(root, "localHitRateRandom", median(shown, false, Phase::localHitRate));
    root.put("delayMicros", options.delay().toNanos() / 1_000);
    root.put("cpusPerNode", options.cpusPerNode());
    root.put("phaseSeconds", options.phase().toSeconds());
    root.put("machine", MachineLine.text());
    root.put("holds", holds());
    broken().forEach(root.putArray("failures")::add);
    var runs = root.putArray("runs");
    results.forEach(result -> run(runs.addObject(), result));
    return root;
  }

  private static void run(ObjectNode node, SizeResult result) {
    node.put("nodes", result.nodes());
    node.putObject("standIns")
        .put("count", result.standIns().count())
        .put("processors", result.standIns().processors());
    spread(node.putObject("throughputRatio"), result.throughputRatio());
    spread(node.putObject("latencyRatioP50"), result.latencyRatioP50());
    for (boolean aligned : new boolean[] {false, true}) {
      ObjectNode placement = node.putObject(aligned ? "aligned" : "random");
      spread(placement.putObject("tollsPerSecond"), result.of(aligned, Phase::tollsPerSecond));
      number(placement, "tollsPerSecondAndNode", result.tollsPerSecondAndNode(aligned));
      number(placement, "tollLatencyP50Micros", median(result, aligned, Phase::p50Micros));
      number(placement, "tollLatencyP99Micros", median(result, aligned, Phase::p99Micros));
      number(placement, "localHitRate", median(result, aligned, Phase::localHitRate));
      number(placement, "machineBusy", median(result, aligned, AlignmentReport::busy));
      number(placement, "workMillis", median(result, aligned, AlignmentReport::workMillis));
      ObjectNode processors = placement.putObject("processors");
      KINDS.forEach(kind -> number(processors, kind.name(), processors(result, aligned, kind)));
    }
    node.putObject("redisRequestMicros")
        .put("ownNode", result.network().ownNodeMicros())
        .put("otherNode", result.network().otherNodeMicros())
        .put("delayedBy", result.network().means());
    node.putObject("validation")
        .put("checked", result.answersChecked())
        .put("mismatches", result.mismatches());
    var phases = node.putArray("phases");
    for (Phase phase : result.phases()) {
      ObjectNode of = phases.addObject();
      of.put("placement", phase.aligned() ? "aligned" : "random");
      number(of, "seconds", phase.seconds());
      number(of, "tollsPerSecond", phase.tollsPerSecond());
      number(of, "recordsPerSecond", phase.recordsPerSecond());
      number(of, "localHitRate", phase.localHitRate());
      number(of, "tollLatencyP50Micros", phase.p50Micros());
      number(of, "tollLatencyP99Micros", phase.p99Micros());
      number(of, "machineBusy", busy(phase));
      number(of, "workMillis", workMillis(phase));
    }
  }

  private static void spread(ObjectNode node, Spread spread) {
    number(node, "median", spread.median());
    number(node, "least", spread.least());
    number(node, "greatest", spread.greatest());
  }

  @Override
  public boolean holds() {
    return broken().isEmpty();
  }

  @Override
  public String template() {
    return "/io/amoeba/experiments/alignment/report.html";
  }
}
