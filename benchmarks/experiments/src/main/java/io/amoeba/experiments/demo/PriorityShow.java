package io.amoeba.experiments.demo;

import io.amoeba.experiments.load.TrafficMeans;
import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.report.Claim;
import io.amoeba.report.Measure;
import io.amoeba.report.Numbers;
import io.amoeba.report.Table;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Shows what an interactive client gains beside a batch job when both mark their requests, by lines
 * of both: first nobody marks any.
 */
final class PriorityShow extends Show {
  private static final String UNMARKED = "requests unmarked";
  private static final String MARKED = "requests marked";

  /** Before each line of the batch job. */
  private static final String BATCH = "batch ";

  /** The line after the last one of all traffic. */
  private static final String END = "end";

  private static final String HEADER =
      """
        requests    interactive client                batch job
                    per second  mean ms   P95 ms     per second
      """;

  /** Of each phase: then connections are open, and the code is compiled. */
  private static final int SKIPPED_SECONDS = 5;

  private static final List<Measure<Phase>> COLUMNS =
      List.of(
          Measure.whole("opsPerSecond", "client", "/s", p -> p.measured().opsPerSecond()),
          Measure.decimals(
              1, "meanMillis", "mean", "ms", p -> p.measured().millis(TrafficSecond::meanMillis)),
          Measure.decimals(1, "p95Millis", "P95", "ms", Phase::p95Millis),
          Measure.whole("batchPerSecond", "batch job", "/s", p -> p.ofBatch().opsPerSecond()));

  private final Phase unmarked = new Phase("unmarked");
  private final Phase marked = new Phase("marked");
  private Phase now = unmarked;

  PriorityShow(PrintWriter out) {
    super(out, HEADER);
  }

  private static final class Phase {
    final String name;
    final List<TrafficSecond> client = new ArrayList<>();
    final List<TrafficSecond> batch = new ArrayList<>();

    Phase(String name) {
      this.name = name;
    }

    TrafficMeans measured() {
      return new TrafficMeans(
          client.subList(Math.min(SKIPPED_SECONDS, client.size()), client.size()));
    }

    /** Whether the client got answers, and the batch job asked in each of its seconds. */
    boolean isMeasured() {
      TrafficMeans measured = measured();
      return measured.operations() > 0 && ofBatch().seconds().size() == measured.seconds().size();
    }

    double p95Millis() {
      return measured().millis(TrafficSecond::p95Millis);
    }

    /** While the client asked, too. */
    TrafficMeans ofBatch() {
      List<TrafficSecond> seconds = measured().seconds();
      return seconds.isEmpty()
          ? new TrafficMeans(List.of())
          : TrafficMeans.within(
              batch, seconds.get(0).second(), seconds.get(seconds.size() - 1).second() + 1.0);
    }
  }

  @Override
  Optional<Result> read(String line) {
    switch (line) {
      case UNMARKED -> now = unmarked;
      case MARKED -> now = marked;
      case END -> {
        return Optional.of(result());
      }
      default -> {
        if (line.startsWith(BATCH)) {
          TrafficSecond.LINES.parse(line.substring(BATCH.length())).ifPresent(now.batch::add);
        } else {
          TrafficSecond.LINES.parse(line).ifPresent(this::show);
        }
      }
    }
    return Optional.empty();
  }

  private void show(TrafficSecond second) {
    now.client.add(second);
    long ofBatch = now.batch.isEmpty() ? 0 : now.batch.get(now.batch.size() - 1).operations();
    print(
        "  %-10s  %,10d  %7.1f  %7.1f     %,10d%n",
        now.name, second.operations(), second.meanMillis(), second.p95Millis(), ofBatch);
  }

  private Result result() {
    List<Phase> phases = List.of(unmarked, marked);
    TrafficMeans batch = marked.ofBatch();
    long least = batch.seconds().stream().mapToLong(TrafficSecond::operations).min().orElse(0);
    return new Result(
        Table.of(phases, phase -> phase.name, COLUMNS),
        List.of(
            Claim.stated(
                "marked requests of the client were faster: P95 %.1f ms, unmarked %.1f ms"
                    .formatted(marked.p95Millis(), unmarked.p95Millis()),
                marked.isMeasured() && unmarked.isMeasured(),
                marked.p95Millis() < unmarked.p95Millis()),
            Claim.stated(
                "the batch job never stood still: at least %s in each second"
                    .formatted(Numbers.whole(least)),
                marked.isMeasured(),
                least > 0),
            succeeded(
                new TrafficMeans(
                    phases.stream()
                        .flatMap(phase -> Stream.of(phase.client, phase.batch))
                        .flatMap(List::stream)
                        .toList()),
                "ONE")));
  }
}
