package io.amoeba.experiments.priority;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.experiments.ModeResult;
import io.amoeba.experiments.priority.PriorityPhase.Compared;
import io.amoeba.report.Claim;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Numbers;
import io.amoeba.report.ReportJson;
import io.amoeba.report.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Results of modes: as text, as JSON, and as a page with plots. Immutable.
 *
 * @param niceThreads low threads whose nice value was raised, at the end
 * @param busy part of the time for which all CPUs of the machine were busy
 * @param results at least those of one round
 */
record PriorityReport(
    PriorityOptions options,
    CpuSplit cpus,
    long niceThreads,
    double busy,
    List<ModeResult<Compared>> results)
    implements ExperimentReport {
  private static final String P50 = "p50Micros";
  private static final String P999 = "p999Micros";

  /** With more, modes cannot be told from each other. */
  private static final double TOO_NOISY = 0.5;

  private static final double NANOS_PER_MILLI = 1e6;

  private int rounds() {
    return results.get(0).rounds().size();
  }

  private double diskLatencyMillis() {
    return options.diskLatency().toNanos() / NANOS_PER_MILLI;
  }

  private boolean tooNoisy() {
    return PriorityMeasures.noise(results, P50) > TOO_NOISY;
  }

  @Override
  public String findings() {
    StringBuilder text = new StringBuilder();
    for (HighLoad load : options.loads()) {
      List<ModeResult<Compared>> modes =
          results.stream().filter(result -> result.first().phase().load().equals(load)).toList();
      text.append("%nHigh: %s; low: %d in flight%n".formatted(load, options.low()))
          .append(
              Table.of(
                  modes,
                  result -> result.first().phase().mode().name(),
                  ModeResult.ofMedians(PriorityMeasures.SHOWN)));
    }
    text.append(
        ("%nMedians of %d rounds, phases of %d s; %.0f %% reads of %,d rows of 1 kB, %s, nice +%d;"
                + " %s.%n")
            .formatted(
                rounds(),
                options.phase().toSeconds(),
                options.readShare() * 100,
                LoadClient.ROWS,
                options.nodesText(),
                options.nice(),
                cpus));
    if (options.hasSlowDisks()) {
      text.append(
          "Each read of a data file takes at least %s ms.%n"
              .formatted(Numbers.decimals(diskLatencyMillis(), 1)));
    }
    text.append(
        "Removed: the part of what low requests add to the latency of high ones, from alone to stock, that the mode removes.\n");
    text.append(
        "Noise: stock's high p50 differed by %s, its p99.9 by %s%s. The machine was busy to %s.%n"
            .formatted(
                Numbers.percent(PriorityMeasures.noise(results, P50)),
                Numbers.percent(PriorityMeasures.noise(results, P999)),
                tooNoisy() ? ": too noisy to compare modes" : "",
                Numbers.percent(busy)));
    if (niceThreads == 0 && options.nice() > 0) {
      text.append(
          "No thread could raise its nice value: modes with own threads show them alone.\n");
    }
    return text.toString();
  }

  @Override
  public List<Claim> claims() {
    return PriorityMeasures.claims(results, options);
  }

  @Override
  public ObjectNode data() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("nodes", options.nodes());
    all.put("low", options.low());
    all.put("readShare", options.readShare());
    all.put("rows", LoadClient.ROWS);
    all.put("rounds", rounds());
    all.put("phaseSeconds", options.phase().toMillis() / 1e3);
    all.put("stageThreads", options.stageThreads());
    all.put("diskLatencyMillis", diskLatencyMillis());
    all.put("nice", options.nice());
    all.put("niceThreads", niceThreads);
    all.put("cpus", cpus);
    all.put("machineBusy", busy);
    all.put("noiseP50", PriorityMeasures.noise(results, P50));
    all.put("noiseP999", PriorityMeasures.noise(results, P999));
    all.put("tooNoisy", tooNoisy());
    ObjectNode root = ReportJson.object(all);
    root.set("runs", ReportJson.tree(results.stream().map(PriorityReport::run).toList()));
    return root;
  }

  private static ObjectNode run(ModeResult<Compared> result) {
    PriorityPhase first = result.first().phase();
    return result.json(
        Map.of(
            "mode", result.name(),
            "name", first.mode().name(),
            "load", first.load().toString()),
        PriorityMeasures.SHOWN,
        PriorityMeasures.MORE,
        round -> properties(round.phase()));
  }

  private static Map<String, ?> properties(PriorityPhase phase) {
    return Map.of(
        "round", phase.round(),
        "high", phase.high(),
        "low", phase.low(),
        "all", phase.all(),
        "node", phase.node(),
        "client", phase.client(),
        "settings", phase.settings());
  }

  @Override
  public String template() {
    return "/io/amoeba/experiments/priority/report.html";
  }
}
