package io.amoeba.experiments.join;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.experiments.Values;
import io.amoeba.experiments.cassandra.CassandraOptions;
import io.amoeba.report.Claim;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Measure;
import io.amoeba.report.Numbers;
import io.amoeba.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Results of joins: as text, as JSON, and as a page with plots. Immutable.
 *
 * @param warning why the limit of reads may differ from that of other machines
 */
record JoinReport(CassandraOptions options, Optional<String> warning, List<JoinRun> runs)
    implements ExperimentReport {
  /** A baseline that changes more than this from one half to the other is none. */
  private static final double DRIFT = 0.1;

  @Override
  public String findings() {
    return table(JoinMeasures.OF_A_JOIN)
        + options.medians(runs, JoinRun::mode, JoinMeasures.REPEATED)
        + "\nReads of its disk and part of its CPUs that a node uses\n"
        + table(JoinMeasures.LOADS)
        + "\nThe machine: CPUs busy, CPU steal; the calibration loop, and its disk, in ms\n"
        + table(JoinMeasures.MACHINE)
        + notes();
  }

  private String table(List<Measure<JoinRun>> measures) {
    return Table.of(runs, run -> run.mode().toString(), measures);
  }

  private List<Values> of(JoinMode mode) {
    return runs.stream().filter(run -> run.mode() == mode).map(JoinRun::figures).toList();
  }

  private String notes() {
    StringBuilder notes = new StringBuilder(options.notes());
    notes.append(
        "Ratios are of throughput before. Times are since the first streamed byte; > is the end of the measurement.\n"
            + "Nodes are members, on average, where it does not say joining. Cached: of files, by a member, before.\n");
    warning.ifPresent(text -> notes.append("%s%n".formatted(text)));
    for (int run = 0; run < runs.size(); run++) {
      if (!runs.get(run).steadyBaseline()) {
        notes.append(
            "Run %d, %s: throughput was not steady before, or the dynamic snitch still reflected start-up; its ratios may be too good. Try a longer --settle.%n"
                .formatted(run + 1, runs.get(run).mode()));
      }
    }
    for (JoinRun run : runs) {
      double drift = run.figures().get("baselineDrift");
      if (Math.abs(drift) > DRIFT) {
        notes.append(
            "A baseline changed by %s from its first half to its second: try a longer --settle.%n"
                .formatted(Numbers.percent(drift)));
      }
    }
    return notes.toString();
  }

  @Override
  public List<Claim> claims() {
    List<Claim> claims = new ArrayList<>();
    claims.addAll(
        claims(
            JoinMode.INCREMENTAL,
            new JoinMeasures.Goals(
                List.of(JoinMeasures.MEAN, JoinMeasures.FIRST_QUARTER, JoinMeasures.FIRST_SERVED),
                JoinMeasures.AGAINST_STOCK)));
    for (JoinMode mode : runs.stream().map(JoinRun::mode).distinct().toList()) {
      Measure<Values> mean = JoinMeasures.OTHER_JOINS.get(mode);
      if (mean != null) {
        claims.add(Claim.of(mode.toString(), mean, of(mode)));
      }
      JoinMeasures.Goals pace = JoinMeasures.PACES.get(mode);
      if (pace != null) {
        claims.addAll(claims(mode, pace));
      }
      claims.add(Claim.of(mode.toString(), JoinMeasures.FAILED, of(mode)));
    }
    return claims;
  }

  private List<Claim> claims(JoinMode mode, JoinMeasures.Goals goals) {
    List<Claim> claims = new ArrayList<>();
    List<Values> joins = of(mode);
    List<Values> stock = of(JoinMode.STOCK);
    if (!joins.isEmpty()) {
      goals.own().forEach(measure -> claims.add(Claim.of(mode.toString(), measure, joins)));
    }
    List<JoinMeasures.Pair> pairs = new ArrayList<>();
    for (int repeat = 0; repeat < Math.min(joins.size(), stock.size()); repeat++) {
      pairs.add(new JoinMeasures.Pair(joins.get(repeat), stock.get(repeat)));
    }
    if (!pairs.isEmpty()) {
      goals
          .againstStock()
          .forEach(measure -> claims.add(Claim.of(mode.toString(), measure, pairs)));
    }
    return claims;
  }

  @Override
  public ObjectNode data() {
    long before = options.before().toSeconds();
    return options.json(Map.of(), runs.stream().map(run -> run.json(before)).toList());
  }

  @Override
  public String template() {
    return "/io/amoeba/experiments/join/report.html";
  }
}
