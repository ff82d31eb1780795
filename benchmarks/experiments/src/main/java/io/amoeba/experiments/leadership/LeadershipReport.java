package io.amoeba.experiments.leadership;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.experiments.ModeResult;
import io.amoeba.experiments.loops.CycleMeasures;
import io.amoeba.experiments.loops.WorkCycle.Compared;
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
 * @param server program and version
 * @param results at least those of one round
 */
record LeadershipReport(
    LeadershipOptions options, String server, List<ModeResult<Compared<Cycle>>> results)
    implements ExperimentReport {
  @Override
  public String findings() {
    return "%n%s%n%s%nMedians of %d rounds, cycles of %d s, the first third without work; %d MiB; %s, %s; a primary, %s, and two more primaries that vote.%nNoise: cycles of stock before the work differed by up to %s.%n"
        .formatted(
            options.load(),
            Table.of(
                results,
                result -> result.first().cycle().mode().toString(),
                ModeResult.ofMedians(LeadershipMeasures.SHOWN)),
            results.get(0).rounds().size(),
            options.cycle().toSeconds(),
            options.mebibytes(),
            server,
            options.servers(),
            options.replicas() == 1 ? "a replica" : options.replicas() + " replicas",
            Numbers.percent(CycleMeasures.noise(results.get(0))));
  }

  @Override
  public List<Claim> claims() {
    return LeadershipMeasures.claims(options, results);
  }

  @Override
  public ObjectNode data() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("store", "redis");
    all.put("server", server);
    all.put("work", options.work());
    all.put("load", options.load());
    all.put("servers", options.servers());
    all.put("sizeMebibytes", options.mebibytes());
    all.put("cpusPerNode", options.inContainers() ? options.cpus() : Double.NaN);
    all.put("replicas", options.replicas());
    all.put("readShare", options.readShare());
    all.put("rounds", results.get(0).rounds().size());
    all.put("cycleSeconds", options.cycle().toSeconds());
    all.put("noise", CycleMeasures.noise(results.get(0)));
    ObjectNode root = ReportJson.object(all);
    root.set("runs", ReportJson.tree(results.stream().map(LeadershipReport::run).toList()));
    return root;
  }

  private static ObjectNode run(ModeResult<Compared<Cycle>> result) {
    return CycleMeasures.json(
        result,
        LeadershipMeasures.SHOWN,
        LeadershipMeasures.MORE,
        Map.of("pauseP95Millis", LeadershipMeasures.percentile95(result.rounds())),
        cycle -> Map.of("pausesMillis", cycle.pausesMillis()));
  }

  @Override
  public String template() {
    return "/io/amoeba/experiments/leadership/report.html";
  }
}
