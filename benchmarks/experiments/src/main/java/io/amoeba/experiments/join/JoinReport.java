package io.amoeba.experiments.join;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.report.Claim;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Measure;
import io.amoeba.report.Numbers;
import io.amoeba.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What the joins showed: as text, as JSON, and as a page with plots. Immutable. */
final class JoinReport implements ExperimentReport {
  /** A baseline that changes more than this from one half to the other is none. */
  private static final double DRIFT = 0.1;

  private final JoinOptions options;
  private final Optional<String> warning;
  private final List<JoinRun> runs;

  /**
   * Reports on these runs.
   *
   * @param warning what may make the limit of reads another one than on other machines
   */
  JoinReport(JoinOptions options, Optional<String> warning, List<JoinRun> runs) {
    this.options = options;
    this.warning = warning;
    this.runs = List.copyOf(runs);
  }

  @Override
  public String findings() {
    StringBuilder text = new StringBuilder(table(JoinMeasures.OF_A_JOIN, JoinRun::figures));
    text.append(options.nodes().medians(options.modes(), this::of, JoinMeasures.REPEATED));
    text.append("\nReads of its disk and part of its CPUs that a node uses\n");
    text.append(table(JoinMeasures.LOADS, JoinRun::loads));
    text.append("\nThe machine: CPUs busy, CPU steal; the calibration loop, and its disk, in ms\n");
    text.append(table(JoinMeasures.MACHINE, JoinRun::loads));
    return text.append(notes()).toString();
  }

  private <P> String table(List<Measure<P>> measures, Function<JoinRun, P> part) {
    return Table.of(
        runs,
        run -> run.mode().toString(),
        measures.stream().map(measure -> measure.within(part)).toList());
  }

  private List<JoinFigures> of(JoinMode mode) {
    return runs.stream().filter(run -> run.mode() == mode).map(JoinRun::figures).toList();
  }

  private String notes() {
    StringBuilder notes = new StringBuilder(options.nodes().notes(options.members()));
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
    runs.stream()
        .map(JoinRun::figures)
        .mapToDouble(JoinFigures::baselineDrift)
        .filter(drift -> Math.abs(drift) > DRIFT)
        .forEach(
            drift ->
                notes.append(
                    "A baseline changed by %s from its first half to its second: try a longer --settle.%n"
                        .formatted(Numbers.percent(drift))));
    return notes.toString();
  }

  @Override
  public List<Claim> claims() {
    List<Claim> claims = new ArrayList<>();
    List<JoinFigures> incremental = of(JoinMode.INCREMENTAL);
    List<JoinFigures> stock = of(JoinMode.STOCK);
    if (!incremental.isEmpty()) {
      for (Measure<JoinFigures> measure :
          List.of(JoinMeasures.MEAN, JoinMeasures.FIRST_QUARTER, JoinMeasures.FIRST_SERVED)) {
        claims.add(Claim.of("incremental", measure, incremental));
      }
    }
    List<JoinMeasures.Pair> pairs = new ArrayList<>();
    for (int repeat = 0; repeat < Math.min(incremental.size(), stock.size()); repeat++) {
      pairs.add(new JoinMeasures.Pair(incremental.get(repeat), stock.get(repeat)));
    }
    if (!pairs.isEmpty()) {
      JoinMeasures.AGAINST_STOCK.forEach(
          measure -> claims.add(Claim.of("incremental", measure, pairs)));
    }
    for (JoinMode mode : options.modes()) {
      if (!of(mode).isEmpty()) {
        Measure<JoinFigures> mean = JoinMeasures.OTHER_JOINS.get(mode);
        if (mean != null) {
          claims.add(Claim.of(mode.toString(), mean, of(mode)));
        }
        claims.add(Claim.of(mode.toString(), JoinMeasures.FAILED, of(mode)));
      }
    }
    return claims;
  }

  @Override
  public ObjectNode data() {
    long before = options.nodes().before().toSeconds();
    return options
        .nodes()
        .json(
            Map.of("members", options.members()),
            runs.stream().map(run -> run.json(before)).toList());
  }

  @Override
  public String template() {
    return "/io/amoeba/experiments/join/report.html";
  }
}
