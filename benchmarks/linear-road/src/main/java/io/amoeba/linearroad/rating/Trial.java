package io.amoeba.linearroad.rating;

import io.amoeba.linearroad.answer.AnswerComparison;
import io.amoeba.linearroad.answers.AnswerCollector;
import io.amoeba.linearroad.answers.Histories;
import io.amoeba.linearroad.answers.LatencySeries;
import io.amoeba.linearroad.generator.GeneratorConfig;
import io.amoeba.linearroad.generator.TrafficGenerator;
import io.amoeba.linearroad.generator.TrafficMode;
import io.amoeba.linearroad.input.RecordIterator;
import io.amoeba.linearroad.run.ClockedRun;
import io.amoeba.linearroad.servers.Distribution;
import io.amoeba.linearroad.servers.EmbeddedFleet;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** Tries one number of expressways. Confined to one thread. */
record Trial(RatingOptions options, Distribution distribution) {
  /** When the fleet is largest. */
  private static final int END_SECOND = Math.toIntExact(RatingOptions.WHOLE_BENCHMARK.toSeconds());

  /** 51,000 vehicles, each in Flink's heap with its status and in two minutes' statistics. */
  private static final int MEGABYTES_PER_EXPRESSWAY = 40;

  private static final Duration COLLECT_TIMEOUT = Duration.ofMinutes(2);

  TrialResult run(int expressways) throws IOException, InterruptedException {
    int seconds = Math.toIntExact(options.warmUp().plus(options.duration()).toSeconds());
    GeneratorConfig traffic =
        GeneratorConfig.of(TrafficMode.SPECIFICATION, expressways, seconds, options.seed())
            .withStartSecond(END_SECOND - seconds);
    try (EmbeddedFleet fleet =
        EmbeddedFleet.start(
            options.fleet().withStateMegabytes(MEGABYTES_PER_EXPRESSWAY * expressways),
            distribution,
            (name, done, total) -> {})) {
      Histories histories =
          Histories.generate(expressways, options.seed(), fleet.cluster().runFolder());
      fleet.job().load(histories);
      try (AnswerCollector collector = AnswerCollector.start(fleet.job().topics(), null);
          ClockedRun run = new ClockedRun(fleet, collector, TrafficGenerator.of(traffic))) {
        run.align();
        if (!run.warmUp(options.warmUp())) {
          return new TrialResult(expressways, 0, Map.of(), 0, 0, true, CpuUsage.BusyCpus.NONE);
        }
        CpuUsage usage = new CpuUsage(fleet);
        long ratedFromMillis = System.currentTimeMillis();
        boolean kept = run.feed();
        CpuUsage.BusyCpus busyCpus = usage.average();
        long checked = 0;
        long mismatches = 0;
        if (kept) {
          fleet.job().end(false);
          AnswerComparison comparison =
              AnswerComparison.of(
                  histories.referenceAnswers(
                      new RecordIterator(TrafficGenerator.of(traffic), END_SECOND)),
                  collector.finish(COLLECT_TIMEOUT));
          checked = comparison.checked();
          mismatches = comparison.mismatches() + collector.rejectedLines();
        }
        return new TrialResult(
            expressways,
            run.reportsPerSecond(),
            responses(collector, ratedFromMillis),
            checked,
            mismatches,
            !kept,
            busyCpus);
      }
    }
  }

  private static Map<TimeLimit, LatencySeries.Percentiles> responses(
      AnswerCollector collector, long fromMillis) {
    Map<TimeLimit, LatencySeries.Percentiles> responses = new EnumMap<>(TimeLimit.class);
    for (TimeLimit limit : TimeLimit.values()) {
      responses.put(limit, collector.responseMillis(limit.type).since(fromMillis));
    }
    return responses;
  }
}
