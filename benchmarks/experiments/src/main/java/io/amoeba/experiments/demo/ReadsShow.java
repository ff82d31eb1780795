package io.amoeba.experiments.demo;

import io.amoeba.experiments.Values;
import io.amoeba.experiments.load.ReadMove;
import io.amoeba.experiments.load.TrafficMeans;
import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.experiments.probe.CacheProbe;
import io.amoeba.report.Claim;
import io.amoeba.report.Measure;
import io.amoeba.report.Numbers;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/**
 * Shows how reads move between nodes by lines of the traffic and the nodes' caches. Each move has
 * to be either to a node that has applied read hints, or to one that has applied none.
 */
final class ReadsShow extends Show {
  /** Names the node that serves first and the one to which its reads will move. */
  private static final Pattern ROUTE = Pattern.compile("asks (\\S+) (\\S+)");

  /** The line after the last one of all traffic. */
  private static final String END = "end";

  private static final String HEADER =
      """
        reads go to      per second  mean ms  its chunk cache     read hints applied there
                                              requests    missed  and where they will move to
      """;

  /** Right after the move: what comes later a cold node has read itself. */
  private static final int WINDOW_SECONDS = 5;

  /**
   * A read needs a chunk at least, and the times of traffic and samples differ somewhat. With fewer
   * requests to its chunk cache, a node has sent most of its reads to another one.
   */
  private static final double CHUNKS_OF_READ = 0.5;

  /** Of all requests to the chunk cache: a warm node misses at most so many more. */
  private static final double WARM = 0.02;

  private static final List<Measure<Period>> COLUMNS =
      List.of(
          Measure.whole("hintsApplied", "hints applied", "", Period::count),
          Period.OPS.titled("reads"),
          Period.MEAN,
          Measure.percent("missed", "chunk cache missed", Period::rate));

  private final Map<String, List<Values>> caches = new HashMap<>();
  private final Map<String, Values> shown = new HashMap<>();
  private final List<Move> moves = new ArrayList<>();

  ReadsShow(PrintWriter out) {
    super(out, HEADER);
  }

  /** Reads that go to one node first and to another one after a moment. */
  private static final class Move {
    final String from;
    final String to;
    final List<TrafficSecond> seconds = new ArrayList<>();
    double movedAtSeconds = Double.POSITIVE_INFINITY;

    Move(String from, String to) {
      this.from = from;
      this.to = to;
    }
  }

  @Override
  Optional<Result> read(String line) {
    Matcher route = ROUTE.matcher(line);
    if (line.equals(END)) {
      return Optional.of(result());
    }
    if (route.matches()) {
      moves.add(new Move(route.group(1), route.group(2)));
    }
    if (!moves.isEmpty()) {
      Move move = moves.get(moves.size() - 1);
      ReadMove.LINES.parse(line).ifPresent(moment -> move.movedAtSeconds = moment.atSeconds());
      TrafficSecond.LINES.parse(line).ifPresent(second -> show(move, second));
    }
    // The node's name comes first.
    int space = line.indexOf(' ');
    CacheProbe.LINES
        .parse(line.substring(space + 1))
        .ifPresent(
            sample ->
                caches
                    .computeIfAbsent(line.substring(0, space), node -> new ArrayList<>())
                    .add(sample));
    return Optional.empty();
  }

  private Values newest(String node) {
    return Values.newest(samples(node), Double.POSITIVE_INFINITY).orElse(Values.NONE);
  }

  private List<Values> samples(String node) {
    return caches.getOrDefault(node, List.of());
  }

  private void show(Move move, TrafficSecond second) {
    move.seconds.add(second);
    // The node that got most of the reads of the second.
    boolean moved = second.second() + 1 > Math.ceil(move.movedAtSeconds);
    String asked = moved ? move.to : move.from;
    Values now = newest(asked);
    Values since = now.since(shown.getOrDefault(asked, now));
    for (String node : List.of(move.from, move.to)) {
      shown.put(node, newest(node));
    }
    print(
        "  %-15s  %,10d  %7.1f  %9s  %7s  %s%n",
        asked,
        second.operations(),
        second.meanMillis(),
        Numbers.whole(since.get("chunkHits") + since.get("chunkMisses")),
        Numbers.percent(CacheProbe.missRate(since)),
        moved ? applied(asked) : "%s, %s %s".formatted(applied(asked), move.to, applied(move.to)));
  }

  private String applied(String node) {
    return Numbers.whole(newest(node).get("applied"));
  }

  private Period period(Move move, String node, String when, double from) {
    double to = from + WINDOW_SECONDS;
    TrafficMeans reads = TrafficMeans.within(move.seconds, from, to);
    Values counted = Values.counted(samples(node), from, to);
    double requests = counted.get("chunkHits") + counted.get("chunkMisses");
    return new Period(
        "%s, %s".formatted(node, when.formatted(WINDOW_SECONDS)),
        reads,
        Values.counted(samples(node), 0, from).get("applied"),
        requests >= CHUNKS_OF_READ * reads.operations()
            ? CacheProbe.missRate(counted)
            : Double.NaN);
  }

  private Result result() {
    List<Period> periods = new ArrayList<>();
    List<Period> after = new ArrayList<>();
    List<TrafficSecond> traffic = new ArrayList<>();
    double before = 0;
    for (Move move : moves) {
      if (Double.isInfinite(move.movedAtSeconds)) {
        throw new IllegalStateException(
            "The reads did not move from %s to %s".formatted(move.from, move.to));
      }
      double moved = move.movedAtSeconds;
      Period last = period(move, move.from, "%d s before the move", moved - WINDOW_SECONDS);
      Period first = period(move, move.to, "first %d s after it", moved);
      before = Math.max(before, last.rate());
      after.add(first);
      periods.addAll(List.of(last, first));
      traffic.addAll(move.seconds);
    }
    double warm = missed(after, period -> period.count() > 0).max().orElse(Double.NaN);
    double cold = missed(after, period -> period.count() == 0).min().orElse(Double.NaN);
    return new Result(
        Period.table(periods, COLUMNS),
        List.of(
            Claim.stated(
                "nodes that had applied read hints were warm at once: they missed at most %s, the node before %s"
                    .formatted(Numbers.percent(warm), Numbers.percent(before)),
                Double.isFinite(warm + before),
                warm <= before + WARM),
            Claim.stated(
                "nodes that had applied none were not: they missed at least "
                    + Numbers.percent(cold),
                Double.isFinite(cold + warm),
                cold > warm),
            succeeded(new TrafficMeans(traffic), "ONE")));
  }

  private static DoubleStream missed(List<Period> periods, Predicate<Period> which) {
    return periods.stream().filter(which).mapToDouble(Period::rate);
  }
}
