package io.amoeba.experiments.demo;

import io.amoeba.experiments.load.TrafficMeans;
import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.experiments.probe.JoinRow;
import io.amoeba.experiments.probe.NodeSample;
import io.amoeba.report.Claim;
import io.amoeba.report.Measure;
import io.amoeba.report.Numbers;
import io.amoeba.report.Table;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * One join that was watched to its end. Immutable.
 *
 * @param started since 1970: the joining node's process
 * @param joiner the joining node about itself
 * @param rows of a member's virtual table
 */
record JoinStory(
    double started, List<TrafficSecond> traffic, List<NodeSample> joiner, List<JoinRow> rows) {
  /** The traffic of a time, and the reads that the joining node answered in it. */
  private record Part(String name, TrafficMeans traffic, long reads) {}

  private static final List<Measure<Part>> MEASURES =
      List.of(
          Measure.whole("opsPerSecond", "operations", "/s", part -> part.traffic.opsPerSecond()),
          Measure.decimals(
              1, "meanMillis", "mean", "ms", p -> p.traffic.millis(TrafficSecond::meanMillis)),
          Measure.whole("failedOps", "failed operations", "", part -> part.traffic.failed()),
          Measure.whole("reads", "reads it answered", "", Part::reads));

  private double at(Predicate<NodeSample> condition, double otherwise) {
    return joiner.stream()
        .filter(condition)
        .mapToDouble(NodeSample::atSeconds)
        .findFirst()
        .orElse(otherwise);
  }

  private long reads(Predicate<NodeSample> when) {
    return joiner.stream().filter(when).mapToLong(NodeSample::reads).max().orElse(0);
  }

  /** It must have ended. */
  Show.Story told() {
    double normal = at(NodeSample::joined, Double.NaN);
    long whileJoining = reads(sample -> !sample.joined());
    List<Part> parts =
        List.of(
            new Part("before", TrafficMeans.within(traffic, 0, started), 0),
            new Part("joining", TrafficMeans.within(traffic, started, normal), whileJoining),
            new Part(
                "member",
                TrafficMeans.within(traffic, normal, Double.POSITIVE_INFINITY),
                reads(sample -> true) - whileJoining));
    return new Show.Story(
        Table.of(parts, Part::name, MEASURES),
        List.of(served(normal, whileJoining), seenByMembers(), succeeded(traffic, "QUORUM")));
  }

  private Claim served(double normal, long whileJoining) {
    double firstByte = at(sample -> sample.receivedBytes() > 0, normal);
    return Claim.stated(
        String.format(
            Locale.ROOT,
            "it answered %,d reads before it was complete: the first %.1f s after the first byte, of %.1f s",
            whileJoining,
            at(sample -> sample.reads() > 0, Double.NaN) - firstByte,
            normal - firstByte),
        whileJoining > 0);
  }

  private Claim seenByMembers() {
    List<Integer> steps =
        rows.stream().map(JoinRow::done).filter(done -> done > 0).distinct().sorted().toList();
    return Claim.stated(
        "the members saw it serve some tokens while others were still to come: " + steps,
        rows.stream().anyMatch(row -> row.done() > 0 && row.pending() > 0));
  }

  /** That no operation failed. */
  static Claim succeeded(List<TrafficSecond> traffic, String consistency) {
    TrafficMeans all = new TrafficMeans(traffic);
    return Claim.stated(
        "every operation succeeded and found its row: %s at %s, %s failed"
            .formatted(Numbers.whole(all.operations()), consistency, Numbers.whole(all.failed())),
        all.failed() == 0 && all.operations() > 0);
  }
}
