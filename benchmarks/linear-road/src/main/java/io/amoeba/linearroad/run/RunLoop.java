package io.amoeba.linearroad.run;

import io.amoeba.linearroad.answers.AnswerCollector;
import io.amoeba.linearroad.feed.FeedProgress;
import io.amoeba.linearroad.feed.Feeder;
import io.amoeba.linearroad.measure.Observation;
import io.amoeba.linearroad.measure.Spans;
import io.amoeba.linearroad.servers.Disturbance;
import io.amoeba.linearroad.servers.Fleet;
import io.amoeba.linearroad.servers.Pause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The time from the first record to the last answer: watches, aligns, disturbs, and ends the
 * feeding when its time is over. Confined to the thread of the run.
 */
final class RunLoop {
  private static final long STEP_MILLIS = 50;
  private static final long SAMPLE_MILLIS = 500;
  private static final long COUNTER_MILLIS = 1_000;
  private static final long JOIN_MILLIS = 2_000;

  /** Of the rest of the run, in which the alignment may wait for a measurement of before. */
  private static final double PATIENCE = 1.0 / 3;

  /**
   * How much longer than asked for traffic flows while there is nothing to compare with before: a
   * coordinator that was killed during its plan took 40 to 70 s to start where the job kept two
   * processors busy.
   */
  private static final Duration OVERTIME = Duration.ofSeconds(120);

  /**
   * The same where the store follows a keyed stream: some 10,900 hash slots took 153 s to move
   * where others, too, kept both processors busy.
   */
  private static final Duration KEYED_OVERTIME = Duration.ofSeconds(300);

  private static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(3);

  /** What it works with. */
  record Parts(
      Fleet fleet, Feeder feeder, FeedProgress progress, AnswerCollector collector, RunView view) {}

  private final RunOptions options;
  private final Parts parts;
  private final Observation observation;
  private final Adaptation adaptation;
  private final RunReporter reporter;
  private final BackgroundWork background = new BackgroundWork();
  private final List<Disturbance> ahead;
  private long feedBeginMillis;
  private long feedEndMillis;
  private volatile boolean over;
  private long askMillis;
  private double partOfAlignment = Double.NaN;
  private boolean changed;
  private boolean isOvertime;

  RunLoop(RunOptions options, Parts parts, Observation observation, Adaptation adaptation) {
    this.options = options;
    this.parts = parts;
    this.observation = observation;
    this.adaptation = adaptation;
    this.reporter =
        new RunReporter(
            options.fleet(),
            parts.view(),
            adaptation,
            observation,
            parts.collector().tollLatencies());
    this.ahead = new ArrayList<>(options.disturbances());
  }

  long feedBeginMillis() {
    return feedBeginMillis;
  }

  long feedEndMillis() {
    return feedEndMillis;
  }

  /** Runs until everything is answered. */
  void run() throws InterruptedException {
    // A thread of its own: when all processors are busy, Flink takes its time to answer.
    Thread sampling = new Thread(this::sample, "linear-road-sample");
    sampling.setDaemon(true);
    sampling.start();
    try {
      lead();
    } finally {
      over = true;
      sampling.join(JOIN_MILLIS);
    }
  }

  private void sample() {
    while (!over) {
      observation.sample();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(SAMPLE_MILLIS));
    }
  }

  private void lead() throws InterruptedException {
    if (options.alignedFirst()) {
      adaptation.align(this::watch);
    }
    feedBeginMillis = System.currentTimeMillis();
    parts.feeder().start();
    while (!parts.feeder().isFinished()) {
      step();
      doWhatIsDue();
      Pause.millis(STEP_MILLIS);
    }
    if (feedEndMillis == 0) {
      feedEndMillis = System.currentTimeMillis();
    }
    adaptation.rest();
    awaitAnswers();
  }

  private void step() throws InterruptedException {
    long now = System.currentTimeMillis();
    // Maps change at once; what hash slots take to move should not be spent on answers.
    boolean soon =
        adaptation.phase() == Adaptation.Phase.ALIGNING && !options.fleet().job().keyed();
    if (now - askMillis >= SAMPLE_MILLIS || soon) {
      askMillis = now;
      adaptation.step();
    }
    watch();
  }

  private void watch() {
    parts.fleet().check();
    parts.collector().check();
    String news = background.news();
    if (news != null) {
      parts.view().event(news);
    }
    reporter.report(feedBeginMillis);
  }

  /** What is due at this point of the run. */
  private void doWhatIsDue() throws InterruptedException {
    double part = part();
    Duration elapsed = Duration.ofMillis(System.currentTimeMillis() - feedBeginMillis);
    if (!changed
        && options.alignment().begin().isReached(part, elapsed)
        && hasMeasuredBefore(part)) {
      changed = true;
      change();
    }
    if (part >= RunOptions.Alignment.DRILL_END && !options.alignment().alternates()) {
      adaptation.rest();
    }
    if (feedEndMillis == 0
        && options.traffic() instanceof Traffic.Generated generated
        && elapsed.compareTo(generated.duration()) >= 0
        && (hasMeasuredAfter() || elapsed.compareTo(generated.duration().plus(overtime())) >= 0)) {
      feedEndMillis = System.currentTimeMillis();
      parts.feeder().stop();
      parts.view().event("the traffic ends; waiting for the last answers");
    }
    while (!ahead.isEmpty() && part >= ahead.get(0).part()) {
      Disturbance due = ahead.remove(0);
      parts.view().event("a process is killed and started again: " + due);
      background.start("linear-road-disturb", () -> parts.fleet().disturb(due));
    }
  }

  /** What the run is about. */
  private void change() throws InterruptedException {
    if (options.fleet().addsNode()) {
      adaptation.grow();
      parts
          .view()
          .event(
              options.fleet().jobFollows()
                  ? "the store gets a node, and the coordinator is to let the job follow"
                  : "a node is added, and the job is started again from a savepoint");
      long beginMillis = adaptation.beginMillis();
      background.start("linear-road-add-node", () -> addNode(beginMillis));
    } else {
      adaptation.begin();
    }
  }

  private void addNode(long beginMillis) {
    parts.fleet().addNode();
    background.tell(
        "the job runs on %d nodes after %d ms"
            .formatted(options.fleet().finalNodes(), System.currentTimeMillis() - beginMillis));
  }

  /**
   * Whether the alignment need not wait: a slow machine may not have fetched metrics yet, and then
   * nothing could be compared with what comes after.
   */
  private boolean hasMeasuredBefore(double part) {
    if (Double.isNaN(partOfAlignment)) {
      partOfAlignment = part;
    }
    return part >= partOfAlignment + PATIENCE * (1 - partOfAlignment)
        || observation.hasRequestsSince(feedBeginMillis);
  }

  /** Whether the traffic may end: an alignment that was asked for is complete and was measured. */
  private boolean hasMeasuredAfter() {
    boolean measured =
        switch (adaptation.phase()) {
          case ALIGNING, GROWING -> false;
          case ALIGNED ->
              observation.hasRequestsSince(adaptation.alignedMillis() + Spans.SETTLE_MILLIS);
          default -> true;
        };
    if (!measured && !isOvertime) {
      isOvertime = true;
      parts
          .view()
          .event(
              "the traffic goes on for up to %d s: the alignment is not complete, or was not measured yet"
                  .formatted(overtime().toSeconds()));
    }
    return measured;
  }

  private Duration overtime() {
    return options.fleet().job().keyed() ? KEYED_OVERTIME : OVERTIME;
  }

  /** How much of the run is over, 0 … 1. */
  private double part() {
    if (options.traffic() instanceof Traffic.FromFile file) {
      return file.lines() == 0 ? 1 : (double) parts.progress().records() / file.lines();
    }
    Duration duration = ((Traffic.Generated) options.traffic()).duration();
    return (double) (System.currentTimeMillis() - feedBeginMillis) / duration.toMillis();
  }

  private void awaitAnswers() throws InterruptedException {
    long deadlineMillis = System.currentTimeMillis() + ANSWER_TIMEOUT.toMillis();
    long lastWatermark = parts.feeder().lastWatermarkMillis();
    while (!observation.hasPassed(lastWatermark)
        || adaptation.phase() == Adaptation.Phase.RETURNING) {
      if (System.currentTimeMillis() > deadlineMillis) {
        throw new IllegalStateException(
            "The job did not answer everything within %d s after the last record: it is at second %d of %d. Its logs are in %s"
                .formatted(
                    ANSWER_TIMEOUT.toSeconds(),
                    observation.simulatedSecond(),
                    parts.progress().lastSecond(),
                    parts.fleet().job().endpoints().logs()));
      }
      step();
      Pause.millis(STEP_MILLIS);
    }
    // Counters come later than watermarks may, and after the loss of a TaskManager much later: a
    // fresh sample from now on sees all of them.
    long complete = System.currentTimeMillis() + COUNTER_MILLIS;
    while (!observation.hasFreshSampleSince(complete)
        && System.currentTimeMillis() < deadlineMillis) {
      step();
      Pause.millis(STEP_MILLIS);
    }
  }
}
