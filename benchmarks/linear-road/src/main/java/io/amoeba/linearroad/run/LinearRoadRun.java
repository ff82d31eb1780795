package io.amoeba.linearroad.run;

import io.amoeba.linearroad.answer.AnswerComparison;
import io.amoeba.linearroad.answer.AnswerSet;
import io.amoeba.linearroad.answers.AnswerCollector;
import io.amoeba.linearroad.answers.AnswerFiles;
import io.amoeba.linearroad.answers.ReferenceAnswers;
import io.amoeba.linearroad.feed.FeedProgress;
import io.amoeba.linearroad.feed.Feeder;
import io.amoeba.linearroad.feed.LeadThrottle;
import io.amoeba.linearroad.feed.Pace;
import io.amoeba.linearroad.generator.TrafficGenerator;
import io.amoeba.linearroad.input.InputFile;
import io.amoeba.linearroad.input.RecordIterator;
import io.amoeba.linearroad.input.RecordSource;
import io.amoeba.linearroad.job.probe.OrderProbe;
import io.amoeba.linearroad.measure.AnswerGaps;
import io.amoeba.linearroad.measure.Figures;
import io.amoeba.linearroad.measure.Observation;
import io.amoeba.linearroad.measure.OperatorLocality;
import io.amoeba.linearroad.measure.PlacementPhase;
import io.amoeba.linearroad.measure.Sample;
import io.amoeba.linearroad.measure.Spans;
import io.amoeba.linearroad.observe.ConsumedOffsets;
import io.amoeba.linearroad.servers.Distribution;
import io.amoeba.linearroad.servers.Fleet;
import io.amoeba.linearroad.servers.Histories;
import io.amoeba.linearroad.servers.Pause;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs Linear Road once: starts the servers, feeds, aligns, collects, compares. Servers that do not
 * work are reported as {@link RuntimeException}s whose message says what to do; everything is ended
 * then. Confined to one thread.
 */
public final class LinearRoadRun {
  private static final long LOAD_MILLIS = 1_000;
  private static final Duration COLLECT_TIMEOUT = Duration.ofSeconds(60);

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
      Histories histories = histories(fleet.job().endpoints().workFolder());
      fleet.job().load(histories);
      view.running(fleet.job().coordinator().url());
      FeedProgress progress = new FeedProgress();
      LeadThrottle lead = new LeadThrottle(progress);
      Path answerFolder = fleet.job().endpoints().workFolder().resolve("answers");
      try (AnswerCollector collector = collector(fleet, answerFolder);
          ConsumedOffsets offsets = fleet.job().consumedOffsets()) {
        Feeder feeder = feeder(fleet, lead, progress);
        Observation observation = new Observation(fleet.job().metrics(), offsets, progress, lead);
        Adaptation adaptation =
            new Adaptation(
                fleet.job().coordinator(), options.alignment(), System::currentTimeMillis);
        RunLoop loop =
            new RunLoop(
                options,
                new RunLoop.Parts(fleet, feeder, progress, collector, view),
                observation,
                adaptation);
        loop.run();
        fleet.job().end(progress.lastSecond() >= LATEST_SECOND);
        AnswerSet given = collector.finish(COLLECT_TIMEOUT);
        moveAnswers(answerFolder);
        view.event("all answers are here; comparing them with the reference model");
        RunResult.Checks checks =
            new RunResult.Checks(
                AnswerComparison.of(reference(progress.lastSecond(), histories), given),
                collector.rejectedLines(),
                options.fleet().job().orderProbe()
                    ? OrderProbe.check(fleet.job().probeFolder())
                    : null);
        return result(
            loop, observation, adaptation, new Facts(progress, collector, checks, cpuLoad));
      }
    }
  }

  /** Of an interval of its own: a load average would still hold the build of this program. */
  private static double cpuLoad() {
    var machine =
        ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
    // The bean counts from its last answer on.
    double unused = machine.getCpuLoad();
    Pause.millis(LOAD_MILLIS);
    return machine.getCpuLoad();
  }

  /** What is known when a run is over. */
  private record Facts(
      FeedProgress progress, AnswerCollector collector, RunResult.Checks checks, double cpuLoad) {}

  private Histories histories(Path folder) throws IOException {
    if (options.traffic() instanceof Traffic.Generated generated) {
      return Histories.generate(generated.expressways(), generated.seed(), folder);
    }
    Traffic.FromFile file = (Traffic.FromFile) options.traffic();
    return new Histories(file.historical(), file.segmentHistory());
  }

  private AnswerCollector collector(Fleet fleet, Path folder) {
    @Nullable Path files = options.traffic() instanceof Traffic.FromFile ? folder : null;
    return AnswerCollector.start(fleet.job().answerTopics(), files);
  }

  private Feeder feeder(Fleet fleet, LeadThrottle lead, FeedProgress progress) throws IOException {
    Feeder.Target target = fleet.job().inputTarget();
    return options.pace() instanceof Pace.SimulatedSecondsPerSecond clock
        ? Feeder.byClock(source(), target, clock.rate(), progress)
        : Feeder.ahead(source(), target, lead, progress);
  }

  private RecordSource source() throws IOException {
    if (options.traffic() instanceof Traffic.FromFile file) {
      return InputFile.read(file.input(), file.dialect());
    }
    return TrafficGenerator.of(((Traffic.Generated) options.traffic()).config());
  }

  private void moveAnswers(Path folder) throws IOException {
    if (options.traffic() instanceof Traffic.FromFile file) {
      AnswerFiles.move(folder, file.output());
    }
  }

  private AnswerSet reference(int lastSecond, Histories histories) throws IOException {
    try (RecordSource source = source()) {
      return ReferenceAnswers.compute(
          new RecordIterator(source, lastSecond), histories.tolls(), histories.segments());
    }
  }

  private RunResult result(
      RunLoop loop, Observation observation, Adaptation adaptation, Facts facts) {
    List<Sample> samples = observation.samples();
    boolean nothingBefore = options.alignment().begin() instanceof When.AtStart;
    int expressways =
        options.traffic() instanceof Traffic.Generated generated ? generated.expressways() : 0;
    FeedProgress progress = facts.progress;
    Spans spans =
        new Spans(
            loop.feedBeginMillis(),
            loop.feedEndMillis(),
            adaptation.beginMillis(),
            adaptation.alignedMillis());
    return new RunResult(
        options,
        new RunResult.Input(
            expressways,
            progress.records(),
            progress.positionReports(),
            Math.max(0, progress.lastSecond() + 1 - options.traffic().firstSecond())),
        new RunResult.Performance(
            nothingBefore ? Figures.NONE : before(spans, samples, facts.collector),
            after(spans, samples, facts.collector),
            operators(spans, samples),
            nothingBefore || !options.alignment().aligns()
                ? Double.NaN
                : growthBefore(spans, samples),
            adaptation.adaptationMillis(),
            AnswerGaps.of(facts.collector.times(), spans.before(), spans.change()),
            adaptation.mapSwitches(),
            adaptation.mapSwitchesOfAllOperators(),
            PlacementPhase.of(
                adaptation.placements(),
                samples,
                facts.collector.tollLatencies(),
                facts.collector.tollMinutes(),
                new Figures.Span(loop.feedBeginMillis(), loop.feedEndMillis()))),
        facts.checks,
        new RunResult.Timeline(
            samples,
            facts.collector.tollLatencies(),
            loop.feedBeginMillis(),
            loop.feedEndMillis(),
            adaptation.beginMillis(),
            adaptation.migratedMillis(),
            alignedMillis(adaptation)),
        new RunResult.Surroundings(adaptation.layoutBefore(), adaptation.layout(), facts.cpuLoad));
  }

  /** When the job was aligned for good, or, if placements alternated, for the first time. */
  private long alignedMillis(Adaptation adaptation) {
    return options.alignment().alternates() && adaptation.adaptationMillis() > 0
        ? adaptation.beginMillis() + adaptation.adaptationMillis()
        : adaptation.alignedMillis();
  }

  private static Figures before(Spans spans, List<Sample> samples, AnswerCollector collector) {
    return Figures.of(samples, collector.tollLatencies(), spans.before(), spans.requestsBefore());
  }

  /** How much faster the second half of the time before was than the first; NaN: not known. */
  private static double growthBefore(Spans spans, List<Sample> samples) {
    Figures.Span span = spans.before();
    long middle = (span.from() + span.to()) / 2;
    double first = Figures.recordsPerSecond(samples, new Figures.Span(span.from(), middle));
    double second = Figures.recordsPerSecond(samples, new Figures.Span(middle, span.to()));
    return first > 0 ? second / first : Double.NaN; // a killed process answers nothing for a while
  }

  private List<OperatorLocality> operators(Spans spans, List<Sample> samples) {
    if (options.alignment().alternates() || samples.isEmpty()) {
      return List.of(); // phases say more
    }
    boolean nothingBefore = options.alignment().begin() instanceof When.AtStart;
    long last = samples.get(samples.size() - 1).epochMillis();
    return OperatorLocality.of(
        samples,
        nothingBefore ? Figures.Span.EMPTY : spans.requestsBefore(),
        spans.aligned() == 0 ? Figures.Span.EMPTY : spans.requestsAfter(last));
  }

  private Figures after(Spans spans, List<Sample> samples, AnswerCollector collector) {
    if (spans.aligned() == 0 || options.alignment().alternates()) {
      return Figures.NONE; // phases say more
    }
    long last = samples.get(samples.size() - 1).epochMillis();
    Figures.Span span =
        options.traffic() instanceof Traffic.FromFile
            ? spans.afterInputOfFile(last)
            : spans.after();
    return Figures.of(samples, collector.tollLatencies(), span, spans.requestsAfter(last));
  }
}
