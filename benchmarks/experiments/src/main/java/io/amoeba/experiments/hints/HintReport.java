package io.amoeba.experiments.hints;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.experiments.cassandra.CassandraOptions;
import io.amoeba.experiments.load.TrafficShape;
import io.amoeba.report.Claim;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Numbers;
import io.amoeba.report.Spread;
import io.amoeba.report.Table;
import java.util.List;
import java.util.Map;

/** Results of moves of reads: as text, as JSON, and as a page with plots. Immutable. */
record HintReport(CassandraOptions options, int chunkCacheMebibytes, List<HintRun> runs)
    implements ExperimentReport {
  @Override
  public String findings() {
    return Table.of(runs, run -> run.mode().name(), HintMeasures.ALL_OF_A_RUN)
        + options.medians(runs, HintRun::mode, HintMeasures.REPEATED)
        + notes();
  }

  private String notes() {
    StringBuilder notes = new StringBuilder(options.notes());
    notes.append("Chunk cache: %d MiB.%n".formatted(chunkCacheMebibytes));
    notes.append(
        "Miss rates are of Cassandra's chunk cache. Recovery: until 10 s have 95 % of the throughput before; > is the end of the measurement.\n"
            + "Throughput lost, CPU more: by the serving node, per operation, while it captured reads, against the times before and after. Target: the failover target, before the move.\n"
            + "Deduplicated: reads whose hint the batch had already, with batches every 90 ms and every second.\n");
    for (HintRun run : runs) {
      if (!Double.isNaN(run.capture().throughput().median())) {
        notes.append(
            "Noise of %s, %d: throughput lost in %s; CPU more in %s; CPU time for making and sending hints %s.%n"
                .formatted(
                    run.mode(),
                    run.repeat(),
                    percents(run.capture().throughput()),
                    percents(run.capture().cpu()),
                    percents(run.capture().sending())));
      }
      if (!run.warmUp().steady()) {
        notes.append(
            "The caches of %s, %d, were not steady after %.0f s: try a longer --warm-up.%n"
                .formatted(run.mode(), run.repeat(), run.warmUp().seconds()));
      }
      if (run.mode().pulls()) {
        notes.append(
            "Mode pull, %d: %s keys pulled, %s replays in %.1f s.%n"
                .formatted(
                    run.repeat(),
                    Numbers.whole(run.pulled().get("received")),
                    Numbers.whole(run.pulled().get("applied")),
                    run.pulled().get("seconds")));
      }
    }
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
                : "of too few --overhead-pairs to know its confidence interval");
  }

  @Override
  public List<Claim> claims() {
    return HintMeasures.claims(
        runs, options.traffic().distribution() == TrafficShape.Distribution.ZIPFIAN);
  }

  @Override
  public ObjectNode data() {
    return options.json(
        Map.of("chunkCacheMebibytes", chunkCacheMebibytes),
        runs.stream().map(run -> run.json(runs)).toList());
  }

  @Override
  public String template() {
    return "/io/amoeba/experiments/hints/report.html";
  }
}
