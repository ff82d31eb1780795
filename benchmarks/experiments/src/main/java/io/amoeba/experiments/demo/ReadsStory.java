package io.amoeba.experiments.demo;

import io.amoeba.experiments.load.TrafficMeans;
import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.report.Claim;
import io.amoeba.report.Measure;
import io.amoeba.report.Numbers;
import io.amoeba.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;

/**
 * Moves of reads that were watched to their end. Each has to be either to a node that has applied
 * read hints, or to one that has applied none.
 */
record ReadsStory(List<ShownMove> moves, NodeCaches caches) {
  /** Right after the move: what comes later a cold node has read itself. */
  private static final int WINDOW_SECONDS = 5;

  /** Of all requests to the chunk cache: a warm node misses at most so many more. */
  private static final double WARM = 0.02;

  /**
   * A part of a move.
   *
   * @param hints that the node had applied when it began to be asked
   */
  private record Part(String name, TrafficMeans traffic, double missed, long hints) {}

  private static final List<Measure<Part>> MEASURES =
      List.of(
          Measure.whole("hintsApplied", "hints applied", "", Part::hints),
          Measure.whole("opsPerSecond", "reads", "/s", part -> part.traffic.opsPerSecond()),
          Measure.decimals(
              1, "meanMillis", "mean", "ms", p -> p.traffic.millis(TrafficSecond::meanMillis)),
          Measure.percent("missed", "chunk cache missed", Part::missed));

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

  private Part part(ShownMove move, String node, String when, double from) {
    double to = from + WINDOW_SECONDS;
    return new Part(
        "%s, %s".formatted(node, when.formatted(WINDOW_SECONDS)),
        TrafficMeans.within(move.seconds(), from, to),
        caches.counted(node, from, to).missRate(),
        caches.counted(node, 0, from).applied());
  }

  Show.Story told() {
    List<Part> parts = new ArrayList<>();
    List<Part> after = new ArrayList<>();
    double before = 0;
    for (ShownMove move : moves) {
      double moved = move.movedAtSeconds();
      Part last = part(move, move.from(), "%d s before the move", moved - WINDOW_SECONDS);
      Part first = part(move, move.to(), "first %d s after it", moved);
      before = Math.max(before, last.missed());
      after.add(first);
      parts.addAll(List.of(last, first));
    }
    return new Show.Story(Table.of(parts, Part::name, MEASURES), claims(before, after));
  }

  private List<Claim> claims(double before, List<Part> after) {
    double warm = missed(after, part -> part.hints > 0).max().orElse(Double.NaN);
    double cold = missed(after, part -> part.hints == 0).min().orElse(Double.NaN);
    return List.of(
        Claim.stated(
            "nodes that had applied read hints were warm at once: they missed at most %s, the node before %s"
                .formatted(Numbers.percent(warm), Numbers.percent(before)),
            warm <= before + WARM),
        Claim.stated(
            "nodes that had applied none were not: they missed at least " + Numbers.percent(cold),
            cold > warm),
        JoinStory.succeeded(
            moves.stream().flatMap(move -> move.seconds().stream()).toList(), "ONE"));
  }

  private static DoubleStream missed(List<Part> parts, Predicate<Part> which) {
    return parts.stream().filter(which).mapToDouble(Part::missed);
  }
}
