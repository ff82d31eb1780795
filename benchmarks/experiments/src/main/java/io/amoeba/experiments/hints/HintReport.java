package io.amoeba.experiments.hints;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.experiments.load.Distribution;
import io.amoeba.report.Claim;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Numbers;
import io.amoeba.report.Spread;
import io.amoeba.report.Table;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/** What the moves of reads showed: as text, as JSON, and as a page with plots. Immutable. */
final class HintReport implements ExperimentReport {
  private final HintOptions options;
  private final List<HintRun> runs;

  HintReport(HintOptions options, List<HintRun> runs) {
    this.options = options;
    this.runs = List.copyOf(runs);
  }

  @Override
  public String findings() {
    return Table.of(runs, run -> run.mode().toString(), HintMeasures.ALL_OF_A_RUN)
        + options
            .nodes()
            .medians(options.modes(), mode -> HintMeasures.of(runs, mode), HintMeasures.REPEATED)
        + notes();
  }

  private String notes() {
    StringBuilder notes = new StringBuilder(options.nodes().notes(HintNodes.NODES));
    notes.append("Chunk cache: %d MiB.%n".formatted(options.chunkCacheMebibytes()));
    notes.append(
        "Miss rates are of Cassandra's chunk cache. Recovery: until 10 s have 95 % of the throughput before; > is the end of the measurement.\n"
            + "Throughput lost, CPU more: by the serving node, per operation, while it captured reads, against the times before and after. Target: the node that takes over, before it does.\n"
            + "Merged: reads whose hint the batch had already, with batches every 90 ms and every second.\n");
    note(
        notes,
        run -> !Double.isNaN(run.capture().throughput().median()),
        run ->
            "Noise of %s, %d: throughput lost in %s; CPU more in %s; CPU time for making and sending hints %s.%n"
                .formatted(
                    run.mode(),
                    run.repeat(),
                    percents(run.capture().throughput()),
                    percents(run.capture().cpu()),
                    percents(run.capture().sending())));
    note(
        notes,
        run -> !run.warmUp().steady(),
        run ->
            "The caches of %s, %d, were not steady after %.0f s: try a longer --warm-up.%n"
                .formatted(run.mode(), run.repeat(), run.warmUp().seconds()));
    note(
        notes,
        run -> run.mode().pulls(),
        run ->
            "Mode pull, %d: %s keys pulled, %s replays in %.1f s.%n"
                .formatted(
                    run.repeat(),
                    Numbers.whole(run.pulled().received()),
                    Numbers.whole(run.pulled().applied()),
                    run.pulled().seconds()));
    return notes.toString();
  }

  private static String percents(Spread spread) {
    return "pairs from %s to %s %%, median %s"
        .formatted(
            Numbers.decimals(spread.least(), 2),
            Numbers.decimals(spread.greatest(), 2),
            spread.isConfident()
                ? "from %s to %s %% with 95 %% confidence"
                    .formatted(
                        Numbers.decimals(spread.medianFrom(), 2),
                        Numbers.decimals(spread.medianTo(), 2))
                : "of too few --overhead-pairs to say how sure it is");
  }

  /** A line for each run that it is about. */
  private void note(
      StringBuilder notes, Predicate<HintRun> isAbout, Function<HintRun, String> line) {
    runs.stream().filter(isAbout).map(line).forEach(notes::append);
  }

  @Override
  public List<Claim> claims() {
    return HintMeasures.claims(
        runs, options.nodes().traffic().distribution() == Distribution.ZIPFIAN);
  }

  @Override
  public ObjectNode data() {
    return options
        .nodes()
        .json(
            Map.of("chunkCacheMebibytes", options.chunkCacheMebibytes()),
            runs.stream().map(run -> run.json(runs)).toList());
  }

  @Override
  public String template() {
    return "/io/amoeba/experiments/hints/report.html";
  }
}
