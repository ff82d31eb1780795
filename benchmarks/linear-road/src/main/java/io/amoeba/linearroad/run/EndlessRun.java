package io.amoeba.linearroad.run;

import io.amoeba.linearroad.answers.AnswerCollector;
import io.amoeba.linearroad.feed.Pace;
import io.amoeba.linearroad.measure.Sample;
import io.amoeba.linearroad.servers.Fleet;
import io.amoeba.linearroad.servers.Pause;
import java.io.IOException;
import java.util.List;

/**
 * Feeds an aligned job until it is told to end, while its user does something else to the servers.
 * Confined to one thread.
 */
public final class EndlessRun implements AutoCloseable {
  private static final long SAMPLE_MILLIS = 250;
  private static final long JOIN_MILLIS = 2_000;
  private final Fleet fleet;
  private final AnswerCollector collector;
  private final JobFeed feed;
  private final Thread sampling = new Thread(this::sample, "linear-road-sample");
  private volatile boolean over;

  /** A run that has not started. */
  public EndlessRun(Fleet fleet, AnswerCollector collector, Traffic traffic, Pace pace)
      throws IOException {
    this.fleet = fleet;
    this.collector = collector;
    this.feed = JobFeed.of(fleet, traffic.open(), pace);
  }

  /** Lets the coordinator align the job, and starts feeding. */
  public void start() throws InterruptedException {
    new Adaptation(
            fleet.job().coordinator(),
            new RunOptions.Alignment(new When.AtStart(), null),
            System::currentTimeMillis)
        .align(fleet::check);
    feed.feeder().start();
    sampling.setDaemon(true);
    sampling.start();
  }

  private void sample() {
    while (!over) {
      feed.observation().sample();
      Pause.millis(SAMPLE_MILLIS);
    }
  }

  /** Throws the failure of a server or of the feeding, if there is one. */
  public void check() {
    fleet.check();
    collector.check();
    var unused = feed.feeder().isFinished();
  }

  /** All samples so far, the oldest first. */
  public List<Sample> samples() {
    return feed.observation().samples();
  }

  /**
   * Ends the feeding, and waits until everything is answered.
   *
   * @return the last second of the input
   */
  public int end() {
    feed.feeder().stop();
    long deadlineNanos = System.nanoTime() + JobFeed.ANSWER_TIMEOUT.toNanos();
    while (!feed.feeder().isFinished()
        || !feed.observation().hasPassed(feed.feeder().lastWatermarkMillis())) {
      if (System.nanoTime() > deadlineNanos) {
        throw new IllegalStateException(
            "The job did not answer everything within %d s after the last record. Its logs are in %s"
                .formatted(JobFeed.ANSWER_TIMEOUT.toSeconds(), fleet.job().endpoints().logs()));
      }
      check();
      Pause.millis(SAMPLE_MILLIS);
    }
    return feed.progress().lastSecond();
  }

  @Override
  public void close() {
    feed.feeder().stop();
    over = true;
    try {
      sampling.join(JOIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    feed.close();
  }
}
