package io.amoeba.experiments.join;

import io.amoeba.experiments.ycsb.TrafficSecond;
import io.amoeba.report.Claim;
import io.amoeba.report.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * One join that was watched to its end, as a short table and claims. Immutable.
 *
 * @param rows of a member's virtual table
 */
record JoinStory(JoinSeries series, List<JoinRow> rows) {
  private static final String ROW = "  %-38s %10s %10s %10s%n";

  JoinStory {
    rows = List.copyOf(rows);
  }

  /** The traffic of a time, and the reads that the joining node answered in it. */
  private record Part(List<TrafficSecond> seconds, long reads) {
    String operationsPerSecond() {
      return Numbers.whole(
          seconds.stream().mapToLong(TrafficSecond::operations).average().orElse(Double.NaN));
    }

    String meanMillis() {
      long operations = seconds.stream().mapToLong(TrafficSecond::operations).sum();
      double millis = seconds.stream().mapToDouble(s -> s.meanMillis() * s.operations()).sum();
      return operations == 0 ? "-" : String.format(Locale.ROOT, "%.1f", millis / operations);
    }

    String failed() {
      return Numbers.whole(seconds.stream().mapToLong(TrafficSecond::failed).sum());
    }
  }

  private double normalAt() {
    return series.joiner().stream()
        .filter(NodeSample::isNormal)
        .mapToDouble(NodeSample::atSeconds)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("the node did not become a full member"));
  }

  private double firstByteAt() {
    return series.joiner().stream()
        .filter(sample -> sample.receivedBytes() > 0)
        .mapToDouble(NodeSample::atSeconds)
        .findFirst()
        .orElse(normalAt());
  }

  private double firstReadAt() {
    return series.joiner().stream()
        .filter(sample -> sample.reads() > 0)
        .mapToDouble(NodeSample::atSeconds)
        .findFirst()
        .orElse(Double.NaN);
  }

  private long readsWhileJoining() {
    return series.joiner().stream()
        .filter(sample -> !sample.isNormal())
        .mapToLong(NodeSample::reads)
        .max()
        .orElse(0);
  }

  private long allReads() {
    return series.joiner().stream().mapToLong(NodeSample::reads).max().orElse(0);
  }

  private List<Integer> stepsSeen() {
    return rows.stream().map(JoinRow::done).filter(done -> done > 0).distinct().sorted().toList();
  }

  private List<TrafficSecond> seconds(double from, double to) {
    return series.traffic().stream()
        .filter(second -> second.second() >= from && second.second() + 1 <= to)
        .toList();
  }

  private List<Claim> claims() {
    List<Claim> claims = new ArrayList<>();
    double join = normalAt() - firstByteAt();
    double first = firstReadAt() - firstByteAt();
    claims.add(
        Claim.stated(
            String.format(
                Locale.ROOT,
                "it answered %,d reads before it was complete: the first %.1f s after the first byte, of %.1f s",
                readsWhileJoining(),
                first,
                join),
            readsWhileJoining() > 0));
    claims.add(
        Claim.stated(
            "the members saw it serve some tokens while others were still to come: " + stepsSeen(),
            rows.stream().anyMatch(JoinRow::servesAPart)));
    long failed = series.traffic().stream().mapToLong(TrafficSecond::failed).sum();
    long operations = series.traffic().stream().mapToLong(TrafficSecond::operations).sum();
    claims.add(
        Claim.stated(
            String.format(
                Locale.ROOT,
                "every operation succeeded and found its row: %,d at QUORUM, %,d failed",
                operations,
                failed),
            failed == 0 && operations > 0));
    return claims;
  }

  /** Whether every claim does. */
  boolean holds() {
    return claims().stream().noneMatch(Claim::fails);
  }

  /** For people. */
  String text() {
    double started = series.startedAtSeconds();
    double normal = normalAt();
    Part before = new Part(seconds(0, started), 0);
    Part joining = new Part(seconds(started, normal), readsWhileJoining());
    Part after =
        new Part(seconds(normal, Double.POSITIVE_INFINITY), allReads() - readsWhileJoining());
    StringBuilder text = new StringBuilder();
    text.append(ROW.formatted("", "before", "joining", "member"));
    row(text, "operations per second", before, joining, after, Part::operationsPerSecond);
    row(text, "mean response time, ms", before, joining, after, Part::meanMillis);
    row(text, "failed operations", before, joining, after, Part::failed);
    row(
        text,
        "reads that the joining node answered",
        before,
        joining,
        after,
        part -> Numbers.whole(part.reads));
    text.append(System.lineSeparator());
    return text.append(Claim.lines(claims())).toString();
  }

  private static void row(
      StringBuilder text,
      String what,
      Part before,
      Part joining,
      Part after,
      Function<Part, String> figure) {
    text.append(
        ROW.formatted(what, figure.apply(before), figure.apply(joining), figure.apply(after)));
  }
}
