package io.amoeba.experiments.hints;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.experiments.cassandra.NodeSizes;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.MachineLine;
import io.amoeba.report.MedianRange;
import io.amoeba.report.Numbers;
import io.amoeba.report.Spread;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** What the moves of reads showed: as text, as JSON, and as a page with plots. Immutable. */
final class HintReport implements ExperimentReport {
  private static final String ROW =
      "%-6s %7s %6s %8s  %8s %8s %8s  %8s %6s  %6s %7s %6s  %6s %8s %8s  %7s %6s%n";

  private final HintOptions options;
  private final List<HintRun> runs;

  HintReport(HintOptions options, List<HintRun> runs) {
    this.options = options;
    this.runs = List.copyOf(runs);
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder("\n");
    text.append(
        ROW.formatted(
            "mode",
            "ops/s",
            "first",
            "recovery",
            "miss",
            "first",
            "last",
            "overhead",
            "CPU",
            "taker",
            "reads/s",
            "MiB/s",
            "bytes/",
            "merged",
            "merged",
            "dropped",
            "failed"));
    text.append(
        ROW.formatted(
            "", "before", "10 s", "s", "before", "10 s", "", "%", "%", "CPUs", "taker", "taker",
            "hint", "90 ms", "1 s", "hints", "ops"));
    runs.forEach(run -> text.append(row(run)));
    if (options.repeats() > 1) {
      text.append("\nMedians, with the least and greatest\n");
      options.modes().forEach(mode -> text.append(medians(mode)));
    }
    return text.append(notes()).append(MachineLine.text()).append('\n').toString();
  }

  private String row(HintRun run) {
    HintFigures figures = run.figures();
    return ROW.formatted(
        run.mode(),
        Numbers.whole(figures.opsBefore()),
        Numbers.factor(figures.opsBefore(), figures.opsAfterFirst10s()),
        (figures.recovered() ? "" : ">") + Numbers.whole(figures.recoverySeconds()),
        Numbers.percent(figures.missBefore()),
        Numbers.percent(figures.missAfterFirst10s()),
        Numbers.percent(figures.missLast()),
        decimals("%.1f", run.overheadPercent()),
        decimals("%.1f", run.capture().cpu().median()),
        decimals("%.3f", figures.receiverCpus()),
        Numbers.whole(figures.receiverReadsPerSecond()),
        decimals("%.1f", figures.receiverMebibytesPerSecond()),
        decimals("%.1f", figures.bytesPerHint()),
        Numbers.percent(figures.summarisedShort()),
        Numbers.percent(figures.summarisedLong()),
        Numbers.whole(figures.hintsDropped()),
        Numbers.whole(figures.failedOps()));
  }

  private static String decimals(String format, double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, format, value);
  }

  private static String confidence(MedianRange range) {
    return range.isKnown()
        ? range.percents() + " with 95 % confidence"
        : "of too few --overhead-pairs to say how sure it is";
  }

  private String medians(HintMode mode) {
    Spread ratio =
        spread(mode, run -> run.figures().opsAfterFirst10s() / run.figures().opsBefore());
    Spread overhead = spread(mode, HintRun::overheadPercent);
    Spread missMore =
        spread(mode, run -> run.figures().missAfterFirst10s() - run.figures().missBefore());
    return "%-6s first 10 s %s (%s-%s), miss rate higher by %s, overhead %s %% (%s-%s)%n"
        .formatted(
            mode,
            decimals("x%.2f", ratio.median()),
            decimals("x%.2f", ratio.least()),
            decimals("x%.2f", ratio.greatest()),
            Numbers.percent(missMore.median()),
            decimals("%.1f", overhead.median()),
            decimals("%.1f", overhead.least()),
            decimals("%.1f", overhead.greatest()));
  }

  private Spread spread(HintMode mode, ToDoubleFunction<HintRun> figure) {
    return Spread.of(
        runs.stream().filter(run -> run.mode().equals(mode)).map(figure::applyAsDouble).toList());
  }

  private String notes() {
    HintTraffic traffic = options.traffic();
    NodeSizes sizes = options.sizes();
    StringBuilder notes = new StringBuilder();
    notes.append(
        "%nWorkload %s at ONE, %s%s, %d in flight, %s rows of %s bytes on %d nodes of %.2f processors, %d MiB, %d reads/s; chunk cache %d MiB.%n"
            .formatted(
                traffic.workload(),
                traffic.distribution().name().toLowerCase(Locale.ROOT),
                traffic.disjoint() ? ", other rows updated than read" : "",
                traffic.inFlight(),
                Numbers.whole(traffic.rows()),
                Numbers.whole(10.0 * traffic.fieldLength()),
                HintStack.NODES,
                sizes.cpus(),
                sizes.memoryMebibytes(),
                sizes.readsPerSecond(),
                options.chunkCacheMebibytes()));
    notes.append(options.nodeOptions().notes());
    notes.append(
        "Miss rates are of Cassandra's chunk cache. Recovery: until 10 s have 95 % of the throughput before; > is the end of the measurement.\n"
            + "Overhead, CPU: throughput that the serving node lost, and processor time that an operation took more, while it captured reads, against the times before and after. Taker: the node that takes over, before it does.\n"
            + "Merged: reads whose hint the batch had already, with batches every 90 ms and every second.\n");
    note(
        notes,
        run -> !Double.isNaN(run.capture().throughput().median()),
        run ->
            "Noise of %s, %d: the pairs' overhead is from %s to %s %% of throughput, its median %s; from %s to %s %% of processors.%n"
                .formatted(
                    run.mode(),
                    run.repeat(),
                    decimals("%.1f", run.capture().throughput().least()),
                    decimals("%.1f", run.capture().throughput().greatest()),
                    confidence(run.capture().throughputRange()),
                    decimals("%.1f", run.capture().cpu().least()),
                    decimals("%.1f", run.capture().cpu().greatest())));
    note(
        notes,
        run -> !Double.isNaN(run.capture().sending().median()),
        run ->
            "Making and sending read hints took %s %% of the node's processor time, from %s to %s (%s, %d).%n"
                .formatted(
                    decimals("%.2f", run.capture().sending().median()),
                    decimals("%.2f", run.capture().sending().least()),
                    decimals("%.2f", run.capture().sending().greatest()),
                    run.mode(),
                    run.repeat()));
    note(
        notes,
        run -> run.figures().failedOps() > 0,
        run ->
            "%s operations of %s, %d failed: none may.%n"
                .formatted(Numbers.whole(run.figures().failedOps()), run.mode(), run.repeat()));
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
    HintGoals.judge(runs).forEach(notes::append);
    return notes.toString();
  }

  /** A line for each run that it is about. */
  private void note(
      StringBuilder notes, Predicate<HintRun> isAbout, Function<HintRun, String> line) {
    runs.stream().filter(isAbout).map(line).forEach(notes::append);
  }

  @Override
  public ObjectNode json() {
    return HintJson.of(options, runs);
  }

  /** Whatever reads cost: they are answered. */
  @Override
  public boolean holds() {
    return runs.stream().allMatch(run -> run.figures().failedOps() == 0);
  }

  @Override
  public String template() {
    return "/io/amoeba/experiments/hints/report.html";
  }
}
