package io.amoeba.experiments.readshift;

import io.amoeba.experiments.Values;
import io.amoeba.experiments.loops.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * Figures of the work of one cycle. Immutable.
 *
 * @param samples in their order
 * @param steady the time before the work
 * @param worked at least one
 */
record WorkFigures(List<CounterSample> samples, Span steady, List<WorkedNode> worked) {
  /** Reads should have left so long after the announcement. */
  static final long LEAVING_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Caches count for so long after the return of the reads. */
  static final long RETURN_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Of all reads: nobody notices fewer. */
  static final double GONE = 0.01;

  private static final double NANOS_PER_SECOND = 1e9;

  Map<String, Double> all() {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("workSeconds", mean(node -> node.work().seconds()));
    figures.put("overlapSeconds", overlapNanos() / NANOS_PER_SECOND);
    figures.put("shiftedShare", mean(node -> node.shifted() ? 1 : 0));
    figures.put("readShareBefore", mean(node -> readShare(node.number(), steady)));
    figures.put("readShareWorking", mean(this::readShareWorking));
    figures.put("leftSeconds", mean(this::leftSeconds));
    figures.put(
        "returnSeconds",
        mean(node -> (node.returnedNanos() - node.work().toNanos()) / NANOS_PER_SECOND));
    for (String cache : List.of("chunk", "key")) {
      double before = mean(node -> missRate(node.number(), cache, steady));
      double returned = mean(node -> missRate(node.number(), cache, afterReturn(node)));
      figures.put(cache + "MissBefore", before);
      figures.put(cache + "MissReturned", returned);
      figures.put(cache + "MissMore", returned - before);
    }
    figures.put("replays", worked.stream().mapToDouble(this::replays).sum());
    return figures;
  }

  /** Of nodes with this figure; NaN without any. */
  private double mean(ToDoubleFunction<WorkedNode> figure) {
    return worked.stream()
        .mapToDouble(figure)
        .filter(value -> !Double.isNaN(value))
        .average()
        .orElse(Double.NaN);
  }

  /** How long at least two nodes worked at the same time. */
  private long overlapNanos() {
    List<Span> spans =
        worked.stream()
            .map(WorkedNode::work)
            .sorted(Comparator.comparingLong(Span::fromNanos))
            .toList();
    long overlap = 0;
    long end = Long.MIN_VALUE;
    long counted = Long.MIN_VALUE;
    for (Span span : spans) {
      long from = Math.max(span.fromNanos(), counted);
      long to = Math.min(span.toNanos(), end);
      if (to > from) {
        overlap += to - from;
        counted = to;
      }
      end = Math.max(end, span.toNanos());
    }
    return overlap;
  }

  /** Of the reads of all nodes meanwhile, without the time in which they leave. */
  private double readShareWorking(WorkedNode node) {
    Span work = node.work();
    long from =
        node.shifted()
            ? Math.max(work.fromNanos(), node.announcedNanos() + LEAVING_NANOS)
            : work.fromNanos();
    return readShare(node.number(), new Span(from, work.toNanos()));
  }

  private double readShare(int node, Span time) {
    List<CounterSample> within = within(time);
    return within.size() < 2
        ? Double.NaN
        : share(node, within.get(0), within.get(within.size() - 1));
  }

  private static double share(int node, CounterSample from, CounterSample to) {
    double all = to.sum("reads") - from.sum("reads");
    return all == 0
        ? Double.NaN
        : (to.node(node).get("reads") - from.node(node).get("reads")) / all;
  }

  private List<CounterSample> within(Span time) {
    return samples.stream()
        .filter(sample -> sample.nanos() >= time.fromNanos() && sample.nanos() <= time.toNanos())
        .toList();
  }

  /** Until the first sample since which the node has served hardly a read; NaN: never. */
  private double leftSeconds(WorkedNode node) {
    if (!node.shifted()) {
      return Double.NaN;
    }
    List<CounterSample> during =
        new ArrayList<>(within(new Span(node.announcedNanos(), node.work().toNanos())));
    for (int i = 1; i < during.size(); i++) {
      if (share(node.number(), during.get(i - 1), during.get(i)) < GONE) {
        return (during.get(i).nanos() - node.announcedNanos()) / NANOS_PER_SECOND;
      }
    }
    return Double.NaN;
  }

  private static Span afterReturn(WorkedNode node) {
    return new Span(node.returnedNanos(), node.returnedNanos() + RETURN_NANOS);
  }

  private double missRate(int node, String cache, Span time) {
    List<CounterSample> within = within(time);
    if (within.size() < 2) {
      return Double.NaN;
    }
    Values counted = within.get(within.size() - 1).node(node).since(within.get(0).node(node));
    double misses = counted.get(cache + "Misses");
    double requests = misses + counted.get(cache + "Hits");
    return requests == 0 ? Double.NaN : misses / requests;
  }

  /** Replays of hints between the start of the work and the return of the reads. */
  private double replays(WorkedNode node) {
    List<CounterSample> within = within(new Span(node.work().fromNanos(), node.returnedNanos()));
    return within.isEmpty()
        ? 0
        : within.get(within.size() - 1).node(node.number()).get("replays")
            - within.get(0).node(node.number()).get("replays");
  }
}
