package io.amoeba.linearroad.rating;

import io.amoeba.linearroad.answer.AnswerComparison;
import io.amoeba.linearroad.answer.AnswerSet;
import io.amoeba.linearroad.answers.AnswerCollector;
import io.amoeba.linearroad.answers.LatencySeries;
import io.amoeba.linearroad.answers.ReferenceAnswers;
import io.amoeba.linearroad.generator.GeneratorConfig;
import io.amoeba.linearroad.generator.TrafficGenerator;
import io.amoeba.linearroad.generator.TrafficMode;
import io.amoeba.linearroad.input.RecordIterator;
import io.amoeba.linearroad.run.ClockedRun;
import io.amoeba.linearroad.servers.Distribution;
import io.amoeba.linearroad.servers.EmbeddedFleet;
import io.amoeba.linearroad.servers.FleetOptions;
import io.amoeba.linearroad.servers.Histories;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
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
    FleetOptions servers =
        options.fleet().withStateMegabytes(MEGABYTES_PER_EXPRESSWAY * expressways);
    try (EmbeddedFleet fleet =
        EmbeddedFleet.start(servers, distribution, (name, done, total) -> {})) {
      Histories histories =
          Histories.generate(expressways, options.seed(), fleet.cluster().runFolder());
      fleet.job().load(histories);
      try (AnswerCollector collector = AnswerCollector.start(fleet.job().answerTopics(), null);
          ClockedRun run = new ClockedRun(fleet, collector, TrafficGenerator.of(traffic))) {
        run.align();
        if (!run.warmUp(options.warmUp())) {
          return TrialResult.tooSlowAtOnce(expressways);
        }
        CpuProfile profile =
            CpuProfile.start(
                fleet.cluster().flink().taskManager(1).pid(), fleet.cluster().runFolder());
        BusyProcessors busy = new BusyProcessors(fleet);
        long ratedFromMillis = System.currentTimeMillis();
        boolean kept = run.feed();
        TrialResult.Processors processors = busy.average();
        List<String> lines = profile.summary();
        Facts facts =
            new Facts(expressways, ratedFromMillis, run.reportsPerSecond(), processors, lines);
        if (!kept) {
          return facts.result(collector, 0, 0, true);
        }
        fleet.job().end(false);
        AnswerSet given = collector.finish(COLLECT_TIMEOUT);
        AnswerSet right =
            ReferenceAnswers.compute(
                new RecordIterator(TrafficGenerator.of(traffic), END_SECOND),
                histories.tolls(),
                histories.segments());
        AnswerComparison comparison = AnswerComparison.of(right, given);
        return facts.result(
            collector,
            comparison.checked(),
            comparison.mismatches() + collector.rejectedLines(),
            false);
      }
    }
  }

  /** What is known before the answers are compared. */
  private record Facts(
      int expressways,
      long ratedFromMillis,
      double reportsPerSecond,
      TrialResult.Processors processors,
      List<String> profile) {
    TrialResult result(
        AnswerCollector collector, long checked, long mismatches, boolean fellBehind) {
      Map<TimeLimit, LatencySeries.Percentiles> responses = new EnumMap<>(TimeLimit.class);
      for (TimeLimit limit : TimeLimit.values()) {
        responses.put(limit, collector.responseMillis(limit.type).since(ratedFromMillis));
      }
      return new TrialResult(
          expressways,
          reportsPerSecond,
          responses,
          checked,
          mismatches,
          fellBehind,
          processors,
          profile);
    }
  }
}
