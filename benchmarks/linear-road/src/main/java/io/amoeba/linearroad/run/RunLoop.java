package io.amoeba.linearroad.run;

import io.amoeba.linearroad.answers.AnswerCollector;
import io.amoeba.linearroad.feed.FeedProgress;
import io.amoeba.linearroad.measure.Observation;
import io.amoeba.linearroad.measure.Spans;
import io.amoeba.linearroad.observe.CoordinatorState;
import io.amoeba.linearroad.servers.Disturbance;
import io.amoeba.linearroad.servers.Fleet;
import io.amoeba.linearroad.servers.Pause;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The time from the first record to the last answer: feeds, observes, aligns, disturbs. Confined to
 * the thread of the run.
 */
final class RunLoop implements AutoCloseable {
  private static final long STEP_MILLIS = 50;
  private static final long SAMPLE_MILLIS = 500;
  private static final long COUNTER_MILLIS = 1_000;
  private static final long JOIN_MILLIS = 2_000;

  /** The part of the remaining run by which the alignment is postponed until metrics arrive. */
  private static final double PATIENCE = 1.0 / 3;

  /**
   * Maximum time beyond the duration in which traffic flows until the alignment was measured: a
   * coordinator that was killed during its plan took 40 to 70 s to start where the job kept two
   * CPUs busy.
   */
  private static final Duration OVERTIME = Duration.ofSeconds(120);

  /**
   * The same where the store follows a keyed stream: some 10,900 hash slots took 153 s to move
   * beside other programs that kept both CPUs busy.
   */
  private static final Duration KEYED_OVERTIME = Duration.ofSeconds(300);

  private final RunOptions options;
  private final Fleet fleet;
  private final AnswerCollector collector;
  private final RunView view;
  private final JobFeed feed;
  private final Adaptation adaptation;
  private final RunReporter reporter;
  private final List<Disturbance> ahead;
  private long feedBeginMillis;
  private long feedEndMillis;
  private volatile boolean over;
  private volatile @Nullable RuntimeException backgroundFailure;
  private long askMillis;
  private double partOfAlignment = Double.NaN;
  private boolean changed;
  private boolean isOvertime;

  RunLoop(RunOptions options, Fleet fleet, AnswerCollector collector, RunView view)
      throws IOException {
    this.options = options;
    this.fleet = fleet;
    this.collector = collector;
    this.view = view;
    this.feed = JobFeed.of(fleet, options.traffic().open(), options.pace());
    this.adaptation =
        new Adaptation(fleet.job().coordinator(), options.alignment(), System::currentTimeMillis);
    this.reporter =
        new RunReporter(
            options.fleet(), view, adaptation, feed.observation(), collector.tollLatencies());
    this.ahead = new ArrayList<>(options.disturbances());
  }

  long feedBeginMillis() {
    return feedBeginMillis;
  }

  long feedEndMillis() {
    return feedEndMillis;
  }

  FeedProgress progress() {
    return feed.progress();
  }

  Observation observation() {
    return feed.observation();
  }

  Adaptation adaptation() {
    return adaptation;
  }

  /** Runs until everything is answered. */
  void run() throws InterruptedException {
    // A thread of its own: when all CPUs are busy, Flink takes its time to answer.
    Thread sampling =
        inBackground(
            "linear-road-sample",
            () -> {
              while (!over) {
                feed.observation().sample();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(SAMPLE_MILLIS));
              }
            });
    try {
      if (options.alignedFirst()) {
        adaptation.align(this::watch);
      }
      feed();
      awaitAnswers();
    } finally {
      over = true;
      sampling.join(JOIN_MILLIS);
    }
  }

  private void feed() throws InterruptedException {
    feedBeginMillis = System.currentTimeMillis();
    feed.feeder().start();
    while (!feed.feeder().isFinished()) {
      step();
      doWhatIsDue();
      Pause.millis(STEP_MILLIS);
    }
    if (feedEndMillis == 0) {
      feedEndMillis = System.currentTimeMillis();
    }
    adaptation.rest();
  }

  private void step() throws InterruptedException {
    long now = System.currentTimeMillis();
    // Maps change at once, but hash slots take time to move, in which polling would cost CPU time.
    boolean soon =
        adaptation.phase() == Adaptation.Phase.ALIGNING && !options.fleet().job().keyed();
    if (now - askMillis >= SAMPLE_MILLIS || soon) {
      askMillis = now;
      adaptation.step();
    }
    watch();
  }

  private void watch() {
    fleet.check();
    collector.check();
    RuntimeException failure = backgroundFailure;
    if (failure != null) {
      throw failure;
    }
    reporter.report(feedBeginMillis);
  }

  /** Work that takes its time; {@link #watch} throws its failure. */
  private Thread inBackground(String name, Runnable work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (RuntimeException e) {
                backgroundFailure = e;
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void doWhatIsDue() throws InterruptedException {
    Duration elapsed = Duration.ofMillis(System.currentTimeMillis() - feedBeginMillis);
    double part = options.traffic().part(feed.progress().records(), elapsed);
    if (!changed
        && options.alignment().begin().isReached(part, elapsed)
        && hasMeasuredBefore(part)) {
      changed = true;
      change();
    }
    if (part >= RunOptions.Alignment.DRILL_END
        && !options.alignment().alternates()
        && !adaptation.awaitsFirstSwitch()) {
      adaptation.rest();
    }
    if (feedEndMillis == 0
        && options.traffic() instanceof Traffic.Generated generated
        && elapsed.compareTo(generated.duration()) >= 0
        && (hasMeasuredAfter() || elapsed.compareTo(generated.duration().plus(overtime())) >= 0)) {
      feedEndMillis = System.currentTimeMillis();
      feed.feeder().stop();
      explainMissingAlignment();
      view.event("the traffic ends; waiting for the last answers");
    }
    while (!ahead.isEmpty() && part >= ahead.get(0).part()) {
      Disturbance due = ahead.remove(0);
      view.event("a process is killed and started again: " + due);
      inBackground("linear-road-disturb", () -> fleet.disturb(due));
    }
  }

  /** The alignment, or the addition of a node. */
  private void change() throws InterruptedException {
    if (!options.fleet().addsNode()) {
      adaptation.begin();
      return;
    }
    adaptation.grow();
    view.event(
        options.fleet().jobFollows()
            ? "a node is added to the store, and the coordinator shall rescale the job"
            : "a node is added, and the job is restarted from a savepoint");
    long beginMillis = adaptation.beginMillis();
    inBackground(
        "linear-road-add-node",
        () -> {
          fleet.addNode();
          view.event(
              "the job runs on %d nodes after %d ms"
                  .formatted(
                      options.fleet().finalNodes(), System.currentTimeMillis() - beginMillis));
        });
  }

  /**
   * Whether the alignment may start: a slow machine may not have fetched metrics of the time before
   * yet.
   */
  private boolean hasMeasuredBefore(double part) {
    if (Double.isNaN(partOfAlignment)) {
      partOfAlignment = part;
    }
    return part >= partOfAlignment + PATIENCE * (1 - partOfAlignment)
        || feed.observation().hasRequestsSince(feedBeginMillis);
  }

  /**
   * Whether the traffic may end: the alignment, if one was requested, is complete and measured, and
   * so are changes of maps.
   */
  private boolean hasMeasuredAfter() {
    boolean measured =
        switch (adaptation.phase()) {
          case ALIGNING, GROWING, RETURNING -> false;
          case DRILLING -> !adaptation.awaitsFirstSwitch();
          case ALIGNED ->
              feed.observation().hasRequestsSince(adaptation.alignedMillis() + Spans.SETTLE_MILLIS);
          case WAITING -> true;
        };
    if (!measured && !isOvertime) {
      isOvertime = true;
      view.event(
          "the traffic continues for up to %d s: the alignment or the changes of maps are not complete, or not measured yet"
              .formatted(overtime().toSeconds()));
      explainMissingAlignment();
    }
    return measured;
  }

  private void explainMissingAlignment() {
    CoordinatorState state = adaptation.state();
    if (adaptation.phase() == Adaptation.Phase.ALIGNING && state != null) {
      state.symptoms().forEach(symptom -> view.event("the coordinator reports " + symptom));
    }
  }

  private Duration overtime() {
    return options.fleet().job().keyed() ? KEYED_OVERTIME : OVERTIME;
  }

  private void awaitAnswers() throws InterruptedException {
    long deadlineMillis = System.currentTimeMillis() + JobFeed.ANSWER_TIMEOUT.toMillis();
    long lastWatermark = feed.feeder().lastWatermarkMillis();
    while (!feed.observation().hasPassed(lastWatermark)
        || adaptation.phase() == Adaptation.Phase.RETURNING) {
      if (System.currentTimeMillis() > deadlineMillis) {
        throw new IllegalStateException(
            "The job did not answer everything within %d s after the last record: it is at second %d of %d. Its logs are in %s"
                .formatted(
                    JobFeed.ANSWER_TIMEOUT.toSeconds(),
                    feed.observation().simulatedSecond(),
                    feed.progress().lastSecond(),
                    fleet.job().endpoints().logs()));
      }
      step();
      Pause.millis(STEP_MILLIS);
    }
    // Counters may arrive after watermarks, and much later after the loss of a TaskManager: a fresh
    // sample from now on has all of them.
    long complete = System.currentTimeMillis() + COUNTER_MILLIS;
    while (!feed.observation().hasFreshSampleSince(complete)
        && System.currentTimeMillis() < deadlineMillis) {
      step();
      Pause.millis(STEP_MILLIS);
    }
  }

  @Override
  public void close() {
    feed.close();
  }
}
