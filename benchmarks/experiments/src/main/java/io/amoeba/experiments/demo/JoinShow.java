package io.amoeba.experiments.demo;

import io.amoeba.experiments.Values;
import io.amoeba.experiments.load.TrafficMeans;
import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.experiments.probe.JoinTableProbe;
import io.amoeba.experiments.probe.NodeSample;
import io.amoeba.report.Claim;
import io.amoeba.report.Measure;
import io.amoeba.report.Numbers;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** Shows a join by lines of the traffic, the joining node and a member's virtual table. */
final class JoinShow extends Show {
  /** Prefix of the line with the start of the joining node, in seconds since 1970. */
  private static final String STARTED = "started ";

  /** Between two lines while nothing changes. */
  private static final double QUIET_SECONDS = 5;

  /** A node without a sample for so long has ended. */
  private static final double SILENT_SECONDS = 20;

  private static final String HEADER =
      """
        second  joining node       reads it  operations  failed  amoeba_views.incremental_join of a member
                                   answered  per second          epoch  done  settling  pending  confirming
      """;

  private static final List<Measure<Period>> COLUMNS =
      List.of(
          Period.OPS,
          Period.MEAN,
          Measure.whole("failedOps", "failed operations", "", part -> part.traffic().failed()),
          Measure.whole("reads", "reads it answered", "", Period::count));

  private final Duration after;
  private final Duration limit;
  private final List<TrafficSecond> traffic = new ArrayList<>();
  private final List<NodeSample> joiningNode = new ArrayList<>();
  private final List<Values> rows = new ArrayList<>();
  private double started = Double.NaN;
  private double normal = Double.NaN;
  private double now;
  private double shownAt = Double.NEGATIVE_INFINITY;
  private String shown = "";

  /**
   * Prepares it.
   *
   * @param after how long the node is shown as a full member
   * @param limit for the join
   */
  JoinShow(PrintWriter out, Duration after, Duration limit) {
    super(out, HEADER);
    this.after = after;
    this.limit = limit;
  }

  @Override
  Optional<Result> read(String line) {
    if (line.startsWith(STARTED)) {
      started = Double.parseDouble(line.substring(STARTED.length()));
    }
    TrafficSecond.LINES.parse(line).ifPresent(second -> add(traffic, second, second.second() + 1));
    NodeSample.LINES.parse(line).ifPresent(sample -> add(joiningNode, sample, sample.atSeconds()));
    JoinTableProbe.LINES.parse(line).ifPresent(row -> add(rows, row, row.atSeconds()));
    normal = at(NodeSample::joined, Double.NaN);
    if (now > normal + after.toSeconds()) {
      return Optional.of(result());
    }
    checkNode();
    show();
    return Optional.empty();
  }

  private <T> void add(List<T> all, T seen, double atSeconds) {
    all.add(seen);
    now = Math.max(now, atSeconds);
  }

  private void checkNode() {
    if (!joiningNode.isEmpty() && last(joiningNode).hasFailed()) {
      throw new IllegalStateException("The node gave up joining");
    }
    if (!joiningNode.isEmpty() && now > last(joiningNode).atSeconds() + SILENT_SECONDS) {
      throw new IllegalStateException("The node does not answer any more");
    }
    if (Double.isNaN(normal) && now > started + limit.toSeconds()) {
      throw new IllegalStateException(
          "The node is no full member after %d s".formatted(limit.toSeconds()));
    }
  }

  private void show() {
    // Earlier lines come from logs.
    if (Double.isNaN(started) || now < started || traffic.isEmpty() || rows.isEmpty()) {
      return;
    }
    String mode = joiningNode.isEmpty() ? "its JVM starts" : last(joiningNode).mode();
    String columns = columns(last(rows));
    if ((mode + columns).equals(shown) && now < shownAt + QUIET_SECONDS) {
      return;
    }
    shownAt = now;
    shown = mode + columns;
    print(
        "  %6.0f  %-15s  %9s  %,10d  %6d  %s%n",
        now - started,
        mode,
        joiningNode.isEmpty() ? "" : Numbers.whole(last(joiningNode).reads()),
        last(traffic).operations(),
        last(traffic).failed(),
        columns);
  }

  private static String columns(Values row) {
    return Double.isNaN(row.get("epoch"))
        ? "(no row)"
        : String.format(
            Locale.ROOT,
            "%5.0f  %4.0f  %8.0f  %7.0f  %10.0f",
            row.get("epoch"),
            row.get("done"),
            row.get("settling"),
            row.get("pending"),
            row.get("confirming"));
  }

  private static <T> T last(List<T> list) {
    return list.get(list.size() - 1);
  }

  private double at(Predicate<NodeSample> condition, double otherwise) {
    return joiningNode.stream()
        .filter(condition)
        .mapToDouble(NodeSample::atSeconds)
        .findFirst()
        .orElse(otherwise);
  }

  private long reads(Predicate<NodeSample> when) {
    return joiningNode.stream().filter(when).mapToLong(NodeSample::reads).max().orElse(0);
  }

  private Result result() {
    long early = reads(sample -> !sample.joined());
    long late = reads(sample -> true) - early;
    List<Period> periods =
        List.of(
            new Period("before", TrafficMeans.within(traffic, 0, started), 0, 0),
            new Period("joining", TrafficMeans.within(traffic, started, normal), early, 0),
            new Period("member", TrafficMeans.within(traffic, normal, now), late, 0));
    double firstByte = at(sample -> sample.receivedBytes() > 0, normal);
    Claim served =
        Claim.stated(
            String.format(
                Locale.ROOT,
                "it answered %,d reads before it was complete: the first %.1f s after the first byte, of %.1f s",
                early,
                at(sample -> sample.reads() > 0, Double.NaN) - firstByte,
                normal - firstByte),
            joiningNode.stream().anyMatch(sample -> !sample.joined()),
            early > 0);
    List<Long> steps =
        rows.stream()
            .filter(row -> row.get("done") > 0)
            .map(row -> (long) row.get("done"))
            .distinct()
            .sorted()
            .toList();
    Claim seen =
        Claim.stated(
            "the members saw it serve some tokens while others were still to come: " + steps,
            !rows.isEmpty(),
            rows.stream().anyMatch(row -> row.get("done") > 0 && row.get("pending") > 0));
    return new Result(
        Period.table(periods, COLUMNS),
        List.of(served, seen, succeeded(new TrafficMeans(traffic), "QUORUM")));
  }
}
