package io.amoeba.experiments.freshreads;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.report.Claim;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Measure;
import io.amoeba.report.Numbers;
import io.amoeba.report.ReportJson;
import io.amoeba.report.Spread;
import io.amoeba.report.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Results of modes: as text, as JSON, and as a page with plots. Immutable.
 *
 * @param servers what they are
 * @param results at least those of one round of one scenario
 */
record FreshReadsReport(FreshReadsOptions options, String servers, List<ModeResult> results)
    implements ExperimentReport {
  @Override
  public String findings() {
    StringBuilder text = new StringBuilder();
    for (String label : results.stream().map(ModeResult::label).distinct().toList()) {
      text.append("%n%s%n".formatted(label))
          .append(
              Table.of(
                  results.stream().filter(result -> result.label().equals(label)).toList(),
                  result -> result.mode().name(),
                  FreshReadsMeasures.SHOWN.stream().map(ModeResult::median).toList()));
    }
    text.append(
        "%nMedians of %d rounds, phases of %d s; a bound of %d ms; clients think for %.1f ms; one primary and %d replicas, %s.%n"
            .formatted(
                results.get(0).rounds().size(),
                options.phase().toSeconds(),
                options.bound().toMillis(),
                options.think().toNanos() / 1e6,
                ReplicatedServers.REPLICAS,
                servers));
    text.append(
        "Noise: rounds with all reads at the primary differed by up to %s.%n"
            .formatted(Numbers.percent(FreshReadsMeasures.noise(results))));
    return text.toString();
  }

  @Override
  public List<Claim> claims() {
    return FreshReadsMeasures.claims(results);
  }

  @Override
  public ObjectNode data() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("servers", servers);
    all.put("rounds", results.get(0).rounds().size());
    all.put("phaseSeconds", options.phase().toMillis() / 1e3);
    all.put("stepSeconds", options.step().toMillis() / 1e3);
    all.put("warmUpSeconds", options.warmUp().toMillis() / 1e3);
    all.put("boundMillis", options.bound().toMillis());
    all.put("thinkMillis", options.think().toNanos() / 1e6);
    all.put("fields", options.fields());
    all.put("noise", FreshReadsMeasures.noise(results));
    ObjectNode root = ReportJson.object(all);
    root.set("runs", ReportJson.tree(results.stream().map(FreshReadsReport::run).toList()));
    return root;
  }

  private static ObjectNode run(ModeResult result) {
    Map<String, Object> own = new LinkedHashMap<>();
    own.put("mode", result.toString());
    own.put("name", result.mode().name());
    own.put("step", result.label());
    own.put("scenario", result.example().scenario().name());
    own.put("workload", result.example().load().workload());
    own.put("clients", result.example().load().clients());
    ObjectNode run =
        ReportJson.object(
            own,
            medians(result, FreshReadsMeasures.SHOWN),
            medians(result, FreshReadsMeasures.MORE));
    Map<String, Spread> spreads = new LinkedHashMap<>();
    FreshReadsMeasures.SHOWN.forEach(
        measure -> spreads.put(measure.name(), result.spread(measure)));
    run.set("spreads", ReportJson.tree(spreads));
    run.set(
        "rounds",
        ReportJson.tree(
            result.rounds().stream()
                .map(StepPhase.Compared::phase)
                .map(
                    phase ->
                        ReportJson.object(
                            Map.of(
                                "round", phase.round(),
                                "figures", phase.figures(),
                                "seconds", phase.seconds())))
                .toList()));
    return run;
  }

  private static Map<String, Double> medians(
      ModeResult result, List<Measure<StepPhase.Compared>> measures) {
    return Measure.values(measures.stream().map(ModeResult::median).toList(), result);
  }

  @Override
  public String template() {
    return "/io/amoeba/experiments/freshreads/report.html";
  }
}
