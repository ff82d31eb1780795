package io.amoeba.experiments.followed;

import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.experiments.Experiment;
import io.amoeba.experiments.ModeResult;
import io.amoeba.experiments.followed.JobCycle.Times;
import io.amoeba.linearroad.answer.AnswerComparison;
import io.amoeba.linearroad.answers.AnswerCollector;
import io.amoeba.linearroad.answers.Histories;
import io.amoeba.linearroad.cli.LinearRoadCommand;
import io.amoeba.linearroad.feed.Pace;
import io.amoeba.linearroad.input.RecordIterator;
import io.amoeba.linearroad.input.RecordSource;
import io.amoeba.linearroad.run.EndlessRun;
import io.amoeba.linearroad.run.Traffic;
import io.amoeba.linearroad.servers.Distribution;
import io.amoeba.linearroad.servers.EmbeddedFleet;
import io.amoeba.linearroad.servers.Pause;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Outputs;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Linear Road runs aligned on processes of this machine. The primary of one node saves while it
 * leads, and in rounds whose routing follows; both alternate. Confined to one thread.
 */
public record FollowedExperiment(FollowedOptions options) implements Experiment {
  private static final Duration START = Duration.ofMinutes(2);
  private static final Duration ANSWERS = Duration.ofMinutes(2);
  private static final long STEP_MILLIS = 200;

  @Override
  public String expected() {
    return "an aligned job, %d MiB, %d rounds of both modes: about %d minutes"
        .formatted(
            options.mebibytes(),
            options.rounds(),
            options.expected().plus(START).plusSeconds(59).toMinutes());
  }

  @Override
  public Outputs outputs() {
    return options.outputs();
  }

  @Override
  public ExperimentReport measure(Consumer<String> progress)
      throws IOException, InterruptedException {
    LinearRoadCommand.keepLogsOffTheTerminal();
    Traffic traffic = options.traffic();
    progress.accept("Starting %d nodes with Linear Road".formatted(FollowedOptions.NODES));
    try (EmbeddedFleet fleet =
        EmbeddedFleet.start(options.fleet(), Distribution.locate(), (name, done, total) -> {})) {
      Histories histories = traffic.histories(fleet.cluster().runFolder());
      fleet.job().load(histories);
      try (SavedShard shard = new SavedShard(fleet.cluster().redis());
          CountedWrites writes =
              CountedWrites.start(
                  fleet.cluster().redis().servers().stream().map(RedisServer::uri).toList(),
                  shard.key("count"));
          AnswerCollector collector = AnswerCollector.start(fleet.job().topics(), null);
          EndlessRun run = new EndlessRun(fleet, collector, traffic, new Pace.Fastest())) {
        run.start();
        List<JobCycle> cycles = cycles(fleet, shard, writes.acknowledged(), run, progress);
        int lastSecond = run.end();
        fleet.job().end(false);
        progress.accept("Comparing all answers with the reference model");
        try (RecordSource records = traffic.open()) {
          AnswerComparison answers =
              AnswerComparison.of(
                  histories.referenceAnswers(new RecordIterator(records, lastSecond)),
                  collector.finish(ANSWERS));
          return new FollowedReport(
              options,
              ModeResult.of(cycles, cycle -> "an aligned job", (cycle, others) -> cycle),
              answers.checked(),
              answers.mismatches() + collector.rejectedLines());
        }
      }
    }
  }

  private List<JobCycle> cycles(
      EmbeddedFleet fleet,
      SavedShard shard,
      CountedWrites.Acknowledged writes,
      EndlessRun run,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    shard.fill(options.mebibytes());
    Duration trigger = FollowedOptions.trigger(shard.save());
    shard.saveAfter(trigger);
    FollowedSaves saves = new FollowedSaves(fleet.job().coordinator(), shard, run, trigger);
    return ModeResult.alternate(
        options.rounds(),
        List.of(FollowedMode.values()),
        (number, round, mode) -> {
          JobCycle cycle = cycle(round, mode, saves, writes, run);
          tell(number, cycle, progress);
          return cycle;
        },
        soFar -> {});
  }

  private static JobCycle cycle(
      int round,
      FollowedMode mode,
      FollowedSaves saves,
      CountedWrites.Acknowledged writes,
      EndlessRun run)
      throws IOException, InterruptedException {
    long from = System.currentTimeMillis();
    long lost = writes.lost();
    long failed = writes.failures();
    FollowedSaves.Done done = mode == FollowedMode.STOCK ? saves.whileItLeads() : saves.inARound();
    long doneNanos = System.nanoTime();
    long workNanos = TimeUnit.MILLISECONDS.toNanos(done.toMillis() - done.fromMillis());
    long to = System.currentTimeMillis() + FollowedOptions.AFTER.toMillis();
    while (System.currentTimeMillis() < to) {
      run.check();
      Pause.millis(STEP_MILLIS);
    }
    Map<String, Double> others = new LinkedHashMap<>();
    others.put("workSeconds", done.workSeconds());
    others.put("pauseMillis", writes.longestMillis(doneNanos - workNanos, System.nanoTime()));
    others.put("lostWrites", (double) writes.lost() - lost);
    others.put("failedWrites", (double) writes.failures() - failed);
    return JobCycle.of(
        round,
        mode,
        new Times(from, done.fromMillis(), done.toMillis(), to),
        run.samples(),
        done.phases(),
        others);
  }

  private void tell(int number, JobCycle cycle, Consumer<String> progress) {
    progress.accept(
        String.format(
            Locale.ROOT,
            "[%d/%d] round %d, %s: %,.0f reports/s, during the save %,.0f; local-hit rate %.4f, lowest %.4f, lowest after %.4f; %.0f writes lost",
            number,
            options.rounds() * FollowedMode.values().length,
            cycle.round(),
            cycle.mode(),
            cycle.get("beforePerSecond"),
            cycle.get("duringPerSecond"),
            cycle.get("localBefore"),
            cycle.get("lowestLocal"),
            cycle.get("lowestLocalAfter"),
            cycle.get("lostWrites")));
  }
}
