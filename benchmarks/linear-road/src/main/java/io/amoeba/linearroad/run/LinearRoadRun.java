package io.amoeba.linearroad.run;

import io.amoeba.linearroad.answer.AnswerComparison;
import io.amoeba.linearroad.answer.AnswerSet;
import io.amoeba.linearroad.answers.AnswerCollector;
import io.amoeba.linearroad.answers.AnswerFiles;
import io.amoeba.linearroad.answers.Histories;
import io.amoeba.linearroad.feed.FeedProgress;
import io.amoeba.linearroad.input.RecordIterator;
import io.amoeba.linearroad.input.RecordSource;
import io.amoeba.linearroad.job.probe.OrderProbe;
import io.amoeba.linearroad.measure.AnswerGaps;
import io.amoeba.linearroad.measure.Figures;
import io.amoeba.linearroad.measure.OperatorLocality;
import io.amoeba.linearroad.measure.PlacementPhase;
import io.amoeba.linearroad.measure.Sample;
import io.amoeba.linearroad.measure.Spans;
import io.amoeba.linearroad.servers.Distribution;
import io.amoeba.linearroad.servers.Fleet;
import io.amoeba.linearroad.servers.Pause;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs Linear Road once: starts the servers, feeds, aligns, collects, compares. A server that fails
 * is a {@link RuntimeException} whose message has the remedy; everything is ended then. Confined to
 * one thread.
 */
public final class LinearRoadRun {
  private static final long LOAD_MILLIS = 1_000;
  private static final Duration COLLECT_TIMEOUT = Duration.ofMinutes(3);

  private static final int LATEST_SECOND = 10_000_000;

  private final RunOptions options;
  private final Distribution distribution;
  private final RunView view;

  /** A run that is shown on a view. */
  public LinearRoadRun(RunOptions options, Distribution distribution, RunView view) {
    this.options = options;
    this.distribution = distribution;
    this.view = view;
  }

  /** Runs. */
  public RunResult run() throws IOException, InterruptedException {
    double cpuLoad = cpuLoad();
    try (Fleet fleet =
        Fleet.start(options.fleet(), options.servers(), distribution, view::started)) {
      Path folder = fleet.job().endpoints().workFolder();
      Histories histories = options.traffic().histories(folder);
      fleet.job().load(histories);
      view.running(fleet.job().coordinator().url());
      @Nullable Path output =
          options.traffic() instanceof Traffic.FromFile file ? file.output() : null;
      Path answers = folder.resolve("answers");
      try (AnswerCollector collector =
              AnswerCollector.start(fleet.job().topics(), output == null ? null : answers);
          RunLoop loop = new RunLoop(options, fleet, collector, view)) {
        loop.run();
        int lastSecond = loop.progress().lastSecond();
        fleet.job().end(lastSecond >= LATEST_SECOND);
        AnswerSet given = collector.finish(COLLECT_TIMEOUT);
        if (output != null) {
          AnswerFiles.move(answers, output);
        }
        view.event("all answers are here; comparing them with the reference model");
        RunResult.Checks checks =
            new RunResult.Checks(
                AnswerComparison.of(reference(lastSecond, histories), given),
                collector.rejectedLines(),
                options.fleet().job().orderProbe()
                    ? OrderProbe.check(fleet.job().probeFolder())
                    : null);
        return result(loop, collector, checks, cpuLoad);
      }
    }
  }

  /** Of an interval of its own: a load average would still hold the build of this program. */
  private static double cpuLoad() {
    var machine =
        ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
    // The bean measures since its last call.
    double unused = machine.getCpuLoad();
    Pause.millis(LOAD_MILLIS);
    return machine.getCpuLoad();
  }

  private AnswerSet reference(int lastSecond, Histories histories) throws IOException {
    try (RecordSource source = options.traffic().open()) {
      return histories.referenceAnswers(new RecordIterator(source, lastSecond));
    }
  }

  private RunResult result(
      RunLoop loop, AnswerCollector collector, RunResult.Checks checks, double cpuLoad) {
    List<Sample> samples = loop.observation().samples();
    Adaptation adaptation = loop.adaptation();
    FeedProgress progress = loop.progress();
    int expressways =
        options.traffic() instanceof Traffic.Generated generated ? generated.expressways() : 0;
    return new RunResult(
        options,
        new RunResult.Input(
            expressways,
            progress.records(),
            progress.positionReports(),
            Math.max(0, progress.lastSecond() + 1 - options.traffic().firstSecond())),
        performance(loop, samples, collector),
        loop.observation().freshAnswers(),
        checks,
        new RunResult.Timeline(
            samples,
            collector.tollLatencies(),
            loop.feedBeginMillis(),
            loop.feedEndMillis(),
            adaptation.beginMillis(),
            adaptation.migratedMillis(),
            alignedMillis(adaptation)),
        new RunResult.Surroundings(adaptation.layoutBefore(), adaptation.layout(), cpuLoad));
  }

  private RunResult.Performance performance(
      RunLoop loop, List<Sample> samples, AnswerCollector collector) {
    Adaptation adaptation = loop.adaptation();
    Spans spans =
        new Spans(
            loop.feedBeginMillis(),
            loop.feedEndMillis(),
            adaptation.beginMillis(),
            adaptation.alignedMillis());
    long end = samples.isEmpty() ? 0 : samples.get(samples.size() - 1).epochMillis();
    boolean before = !(options.alignment().begin() instanceof When.AtStart);
    // Of an alternation, only phases are measured.
    boolean alternates = options.alignment().alternates();
    boolean after = spans.aligned() > 0 && !alternates;
    Figures.Span requestsBefore = before ? spans.requestsBefore() : Figures.Span.EMPTY;
    Figures.Span requestsAfter = after ? spans.requestsAfter(end) : Figures.Span.EMPTY;
    Figures.Span rated =
        options.traffic() instanceof Traffic.FromFile ? spans.afterInputOfFile(end) : spans.after();
    return new RunResult.Performance(
        before
            ? Figures.of(samples, collector.tollLatencies(), spans.before(), requestsBefore)
            : Figures.NONE,
        after ? Figures.of(samples, collector.tollLatencies(), rated, requestsAfter) : Figures.NONE,
        alternates ? List.of() : OperatorLocality.of(samples, requestsBefore, requestsAfter),
        before && options.alignment().aligns() ? growth(samples, spans.before()) : Double.NaN,
        adaptation.adaptationMillis(),
        AnswerGaps.of(collector.times(), spans.before(), spans.change()),
        adaptation.mapSwitches(),
        adaptation.mapSwitchesOfAllOperators(),
        PlacementPhase.of(
            adaptation.placements(),
            samples,
            collector.tollLatencies(),
            collector.tollMinutes(),
            new Figures.Span(loop.feedBeginMillis(), loop.feedEndMillis())));
  }

  /** How much faster the second half of a span was than the first; NaN: not known. */
  private static double growth(List<Sample> samples, Figures.Span span) {
    long middle = (span.from() + span.to()) / 2;
    double first = Figures.recordsPerSecond(samples, new Figures.Span(span.from(), middle));
    double second = Figures.recordsPerSecond(samples, new Figures.Span(middle, span.to()));
    return first > 0 ? second / first : Double.NaN; // a killed process answers nothing for a while
  }

  /** When the job was aligned for good, or, if placements alternated, for the first time. */
  private long alignedMillis(Adaptation adaptation) {
    return options.alignment().alternates() && adaptation.adaptationMillis() > 0
        ? adaptation.beginMillis() + adaptation.adaptationMillis()
        : adaptation.alignedMillis();
  }
}
