package io.amoeba.linearroad.rating;

import io.amoeba.linearroad.answer.AnswerComparison;
import io.amoeba.linearroad.answer.AnswerSet;
import io.amoeba.linearroad.answers.AnswerCollector;
import io.amoeba.linearroad.answers.LatencySeries;
import io.amoeba.linearroad.answers.ReferenceAnswers;
import io.amoeba.linearroad.feed.GeneratedSource;
import io.amoeba.linearroad.feed.RecordIterator;
import io.amoeba.linearroad.generator.GeneratorConfig;
import io.amoeba.linearroad.generator.TrafficMode;
import io.amoeba.linearroad.run.ClockedRun;
import io.amoeba.linearroad.run.Distribution;
import io.amoeba.linearroad.run.Fleet;
import io.amoeba.linearroad.run.Histories;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Tries one number of expressways. Confined to one thread. */
final class Trial {
  /** The benchmark ends at 3 h, when the fleet is largest. */
  private static final int END_SECOND = 10_800;

  private static final Duration COLLECT_TIMEOUT = Duration.ofMinutes(2);

  private final RatingOptions options;
  private final Distribution distribution;

  Trial(RatingOptions options, Distribution distribution) {
    this.options = options;
    this.distribution = distribution;
  }

  TrialResult run(int expressways) throws IOException, InterruptedException {
    int seconds = Math.toIntExact(options.duration().toSeconds());
    GeneratorConfig traffic =
        GeneratorConfig.of(TrafficMode.SPECIFICATION, expressways, seconds, options.seed())
            .withStartSecond(END_SECOND - seconds);
    try (Fleet fleet = Fleet.start(options.fleet(), distribution, (name, done, total) -> {})) {
      Histories histories =
          Histories.generate(expressways, options.seed(), fleet.cluster().runFolder());
      fleet.load(histories);
      try (AnswerCollector collector = AnswerCollector.start(fleet.answerTopics(), null);
          ClockedRun run = new ClockedRun(fleet, collector, new GeneratedSource(traffic))) {
        run.align();
        CpuProfile profile =
            CpuProfile.start(
                fleet.cluster().flink().taskManager(1).pid(), fleet.cluster().runFolder());
        BusyProcessors busy = new BusyProcessors(fleet);
        boolean kept = run.feed();
        TrialResult.Processors processors = busy.average();
        List<String> lines = profile.summary();
        Facts facts = new Facts(expressways, run.reportsPerSecond(), processors, lines);
        if (!kept) {
          return facts.result(collector, 0, 0, true);
        }
        fleet.endJob(false);
        AnswerSet given = collector.finish(COLLECT_TIMEOUT);
        AnswerSet right =
            ReferenceAnswers.compute(
                new RecordIterator(new GeneratedSource(traffic), END_SECOND),
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
      double reportsPerSecond,
      TrialResult.Processors processors,
      List<String> profile) {
    TrialResult result(
        AnswerCollector collector, long checked, long mismatches, boolean fellBehind) {
      Map<TimeLimit, LatencySeries.Percentiles> responses = new EnumMap<>(TimeLimit.class);
      for (TimeLimit limit : TimeLimit.values()) {
        responses.put(limit, collector.responseMillis(limit.type()).all());
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
