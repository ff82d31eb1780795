package io.amoeba.experiments.followed;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.experiments.ModeResult;
import io.amoeba.report.Claim;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Numbers;
import io.amoeba.report.ReportJson;
import io.amoeba.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Results of both modes: as text, as JSON, and as a page with plots. Immutable.
 *
 * @param answers of Linear Road that were compared with the reference model
 * @param mismatches of these
 */
record FollowedReport(
    FollowedOptions options, List<ModeResult<JobCycle>> results, long answers, long mismatches)
    implements ExperimentReport {
  @Override
  public String findings() {
    return "%nThe primary of one of %d nodes saves %d MiB beside an aligned job%n%n%s%nMedians of %d rounds. Processes share the machine's CPUs, so that the save takes them from the job wherever the lead is.%n%s answers checked, %d mismatches%n"
        .formatted(
            FollowedOptions.NODES,
            options.mebibytes(),
            Table.of(
                results,
                result -> result.first().mode().toString(),
                ModeResult.ofMedians(FollowedMeasures.SHOWN)),
            options.rounds(),
            Numbers.whole(answers),
            mismatches);
  }

  @Override
  public List<Claim> claims() {
    List<Claim> claims = new ArrayList<>(FollowedMeasures.claims(results));
    claims.add(
        Claim.stated(
            "Linear Road: %s answers checked, %d mismatches"
                .formatted(Numbers.whole(answers), mismatches),
            answers > 0 && mismatches == 0));
    return claims;
  }

  @Override
  public ObjectNode data() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("store", "redis");
    all.put("work", "save");
    all.put("nodes", FollowedOptions.NODES);
    all.put("sizeMebibytes", options.mebibytes());
    all.put("rounds", options.rounds());
    all.put("answersChecked", answers);
    all.put("mismatches", mismatches);
    ObjectNode root = ReportJson.object(all);
    root.set("runs", ReportJson.tree(results.stream().map(FollowedReport::run).toList()));
    return root;
  }

  private static ObjectNode run(ModeResult<JobCycle> result) {
    return result.json(
        Map.of("mode", result.name(), "name", result.first().mode()),
        FollowedMeasures.SHOWN,
        FollowedMeasures.MORE,
        cycle ->
            Map.of(
                "round", cycle.round(),
                "figures", cycle.figures(),
                "phases", cycle.phases(),
                "seconds", cycle.seconds()));
  }

  @Override
  public String template() {
    return "/io/amoeba/experiments/followed/report.html";
  }
}
