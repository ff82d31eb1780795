package io.amoeba.experiments.hints;

import io.amoeba.experiments.ycsb.TrafficMeans;
import io.amoeba.experiments.ycsb.TrafficSecond;
import io.amoeba.report.Claim;
import io.amoeba.report.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * Moves of reads that were watched to their end, as a short table and claims. Each move has to be
 * either to a node that has applied read hints, or to one that has applied none.
 */
record ReadsStory(List<ShownMove> moves, NodeCaches caches) {
  /** Right after the move: what comes later a cold node has read itself. */
  static final int WINDOW_SECONDS = 5;

  /** Of all requests to the chunk cache: a warm node misses at most so many more. */
  private static final double WARM = 0.02;

  private static final String ROW = "  %-34s %10s %9s %9s %9s%n";

  /**
   * A part of a move.
   *
   * @param hints that the node had applied when it began to be asked
   */
  private record Part(String node, double opsPerSecond, double millis, double missed, long hints) {
    boolean isWarmed() {
      return hints > 0;
    }
  }

  /**
   * Takes an immutable copy.
   *
   * @throws IllegalStateException if some reads were not made, or did not move
   */
  ReadsStory {
    moves = List.copyOf(moves);
    if (moves.isEmpty()) {
      throw new IllegalStateException("There was no traffic");
    }
    for (ShownMove move : moves) {
      if (Double.isInfinite(move.movedAtSeconds())) {
        throw new IllegalStateException(
            "The reads did not move from %s to %s".formatted(move.from(), move.to()));
      }
    }
  }

  private Part before(ShownMove move) {
    double moved = move.movedAtSeconds();
    return part(move, move.from(), moved - WINDOW_SECONDS, moved);
  }

  private Part after(ShownMove move) {
    double moved = move.movedAtSeconds();
    return part(move, move.to(), moved, moved + WINDOW_SECONDS);
  }

  private Part part(ShownMove move, String node, double from, double to) {
    TrafficMeans traffic = TrafficMeans.within(move.seconds(), from, to);
    return new Part(
        node,
        traffic.opsPerSecond(),
        traffic.millis(TrafficSecond::meanMillis),
        caches.counted(node, from, to).missRate(),
        caches.counted(node, 0, from).applied());
  }

  private List<Claim> claims() {
    List<Claim> claims = new ArrayList<>();
    double before = moves.stream().mapToDouble(move -> before(move).missed()).max().orElse(1);
    List<Part> after = moves.stream().map(this::after).toList();
    List<Part> warmed = after.stream().filter(Part::isWarmed).toList();
    List<Part> others = after.stream().filter(part -> !part.isWarmed()).toList();
    double warm = warmed.stream().mapToDouble(Part::missed).max().orElse(Double.NaN);
    double cold = others.stream().mapToDouble(Part::missed).min().orElse(Double.NaN);
    claims.add(
        Claim.stated(
            "nodes that had applied read hints were warm at once: they missed at most %s, the node before %s"
                .formatted(Numbers.percent(warm), Numbers.percent(before)),
            warm <= before + WARM));
    claims.add(
        Claim.stated(
            "nodes that had applied none were not: they missed at least " + Numbers.percent(cold),
            cold > warm));
    long operations = sum(TrafficSecond::operations);
    long failed = sum(TrafficSecond::failed);
    claims.add(
        Claim.stated(
            String.format(
                Locale.ROOT,
                "every read succeeded and found its row: %,d at ONE, %,d failed",
                operations,
                failed),
            failed == 0 && operations > 0));
    return claims;
  }

  private long sum(ToLongFunction<TrafficSecond> figure) {
    return moves.stream().flatMap(move -> move.seconds().stream()).mapToLong(figure).sum();
  }

  /** Whether every claim does. */
  boolean holds() {
    return claims().stream().noneMatch(Claim::fails);
  }

  /** For people. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(ROW.formatted("", "hints", "reads", "mean", "chunk cache"));
    text.append(ROW.formatted("", "applied", "per s", "ms", "missed"));
    for (ShownMove move : moves) {
      row(text, "%d s before the move".formatted(WINDOW_SECONDS), before(move));
      row(text, "first %d s after it".formatted(WINDOW_SECONDS), after(move));
    }
    text.append(System.lineSeparator());
    return text + Claim.lines(claims());
  }

  private static void row(StringBuilder text, String when, Part part) {
    text.append(
        ROW.formatted(
            part.node + ", " + when,
            Numbers.whole(part.hints),
            Numbers.whole(part.opsPerSecond),
            String.format(Locale.ROOT, "%.1f", part.millis),
            Numbers.percent(part.missed)));
  }
}
