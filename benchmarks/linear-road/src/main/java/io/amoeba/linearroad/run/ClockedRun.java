package io.amoeba.linearroad.run;

import io.amoeba.linearroad.answers.AnswerCollector;
import io.amoeba.linearroad.feed.Pace;
import io.amoeba.linearroad.input.RecordSource;
import io.amoeba.linearroad.servers.Fleet;
import io.amoeba.linearroad.servers.Pause;
import java.time.Duration;

/** Feeds an aligned job in real time, and checks that it keeps pace. Confined to one thread. */
public final class ClockedRun implements AutoCloseable {
  private static final long STEP_MILLIS = 250;
  private static final Pace REAL_TIME = new Pace.SimulatedSecondsPerSecond(1);

  /** A longer delay exceeds all time limits of the benchmark. */
  private static final int HOPELESS_SECONDS = 30;

  private static final double NANOS_PER_SECOND = 1e9;

  private final Fleet fleet;
  private final AnswerCollector collector;
  private final JobFeed feed;
  private double reportsPerSecond;

  /** A run that has not started. */
  public ClockedRun(Fleet fleet, AnswerCollector collector, RecordSource source) {
    this.fleet = fleet;
    this.collector = collector;
    this.feed = JobFeed.of(fleet, source, REAL_TIME);
  }

  /** Lets the coordinator align the job, which has no input yet. */
  public void align() throws InterruptedException {
    Adaptation adaptation =
        new Adaptation(
            fleet.job().coordinator(),
            new RunOptions.Alignment(new When.AtStart(), null),
            System::currentTimeMillis);
    adaptation.align(fleet::check);
  }

  /** Starts feeding; returns after this time whether the job has kept pace. */
  public boolean warmUp(Duration time) {
    long beginNanos = System.nanoTime();
    feed.feeder().start();
    while (System.nanoTime() - beginNanos < time.toNanos() && !feed.feeder().isFinished()) {
      watch();
    }
    return keepsPace();
  }

  /** Feeds the remaining input; returns whether everything was answered. */
  public boolean feed() {
    long beginNanos = System.nanoTime();
    long reportsBefore = feed.progress().positionReports();
    while (!feed.feeder().isFinished()) {
      watch();
      if (!keepsPace()) {
        return false;
      }
    }
    reportsPerSecond =
        (feed.progress().positionReports() - reportsBefore)
            / ((System.nanoTime() - beginNanos) / NANOS_PER_SECOND);
    long deadlineNanos = System.nanoTime() + JobFeed.ANSWER_TIMEOUT.toNanos();
    while (!feed.observation().hasPassed(feed.feeder().lastWatermarkMillis())) {
      if (System.nanoTime() > deadlineNanos) {
        return false;
      }
      watch();
    }
    return true;
  }

  private void watch() {
    fleet.check();
    collector.check();
    feed.observation().sample();
    Pause.millis(STEP_MILLIS);
  }

  private boolean keepsPace() {
    return feed.progress().lastSecond() - feed.observation().simulatedSecond() < HOPELESS_SECONDS;
  }

  /** Position reports that were fed per second. */
  public double reportsPerSecond() {
    return reportsPerSecond;
  }

  @Override
  public void close() {
    feed.close();
  }
}
