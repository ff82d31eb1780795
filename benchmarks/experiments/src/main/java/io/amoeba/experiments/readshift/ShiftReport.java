package io.amoeba.experiments.readshift;

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
 * @param results at least those of one round
 */
record ShiftReport(ShiftOptions options, List<ModeResult<Compared<ShiftCycle>>> results)
    implements ExperimentReport {
  @Override
  public String findings() {
    return "%n%s%n%s%nMedians of %d rounds, cycles of %d s, the first third without work; %,d rows of 1 kB; three racks of one node each, each with all rows: %s.%nNoise: cycles of stock before the work differed by up to %s.%n"
        .formatted(
            options.load(),
            Table.of(
                results,
                result -> result.first().cycle().mode().toString(),
                ModeResult.ofMedians(ShiftMeasures.SHOWN)),
            results.get(0).rounds().size(),
            options.cycle().toSeconds(),
            options.rows(),
            options.servers(),
            Numbers.percent(CycleMeasures.noise(results.get(0))));
  }

  @Override
  public List<Claim> claims() {
    return ShiftMeasures.claims(options, results);
  }

  @Override
  public ObjectNode data() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("store", "cassandra");
    all.put("work", options.work());
    all.put("load", options.load());
    all.put("servers", options.servers());
    all.put("rows", options.rows());
    all.put("consistency", options.consistency().name());
    all.put("readShare", options.readShare());
    all.put("compactionMebibytes", options.compactionMebibytes());
    all.put("cpusPerNode", options.inContainers() ? options.cpus() : Double.NaN);
    all.put("readsPerSecond", options.readsPerSecond());
    all.put("rounds", results.get(0).rounds().size());
    all.put("cycleSeconds", options.cycle().toSeconds());
    all.put("noise", CycleMeasures.noise(results.get(0)));
    ObjectNode root = ReportJson.object(all);
    root.set("runs", ReportJson.tree(results.stream().map(ShiftReport::run).toList()));
    return root;
  }

  private static ObjectNode run(ModeResult<Compared<ShiftCycle>> result) {
    return CycleMeasures.json(
        result, ShiftMeasures.SHOWN, ShiftMeasures.MORE, Map.of(), cycle -> Map.of());
  }

  @Override
  public String template() {
    return "/io/amoeba/experiments/readshift/report.html";
  }
}
