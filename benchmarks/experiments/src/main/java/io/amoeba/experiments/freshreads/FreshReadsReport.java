package io.amoeba.experiments.freshreads;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.experiments.ModeResult;
import io.amoeba.experiments.freshreads.StepPhase.Compared;
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
 * @param servers what they are
 * @param results at least those of one round of one scenario
 */
record FreshReadsReport(
    FreshReadsOptions options, String servers, List<ModeResult<Compared>> results)
    implements ExperimentReport {
  @Override
  public String findings() {
    StringBuilder text = new StringBuilder();
    for (String label :
        results.stream().map(result -> result.first().phase().label()).distinct().toList()) {
      text.append("%n%s%n".formatted(label))
          .append(
              Table.of(
                  results.stream()
                      .filter(result -> result.first().phase().label().equals(label))
                      .toList(),
                  result -> result.first().phase().mode().name(),
                  ModeResult.ofMedians(FreshReadsMeasures.SHOWN)));
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

  private static ObjectNode run(ModeResult<Compared> result) {
    StepPhase example = result.first().phase();
    Map<String, Object> own = new LinkedHashMap<>();
    own.put("mode", result.name());
    own.put("name", example.mode().name());
    own.put("step", example.label());
    own.put("scenario", example.scenario().name());
    own.put("workload", example.load().workload());
    own.put("clients", example.load().clients());
    return result.json(
        own,
        FreshReadsMeasures.SHOWN,
        FreshReadsMeasures.MORE,
        round ->
            Map.of(
                "round", round.phase().round(),
                "figures", round.phase().figures(),
                "seconds", round.phase().seconds()));
  }

  @Override
  public String template() {
    return "/io/amoeba/experiments/freshreads/report.html";
  }
}
