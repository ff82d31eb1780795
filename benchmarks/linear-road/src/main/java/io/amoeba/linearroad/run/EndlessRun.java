package io.amoeba.linearroad.run;

import io.amoeba.linearroad.answers.AnswerCollector;
import io.amoeba.linearroad.feed.FeedProgress;
import io.amoeba.linearroad.feed.Feeder;
import io.amoeba.linearroad.feed.LeadThrottle;
import io.amoeba.linearroad.feed.Pace;
import io.amoeba.linearroad.kafka.ConsumedOffsets;
import io.amoeba.linearroad.measure.Observation;
import io.amoeba.linearroad.measure.Sample;
import io.amoeba.linearroad.servers.Fleet;
import io.amoeba.linearroad.servers.Pause;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Feeds an aligned job until it is told to end, while its user does something else to the servers.
 * Confined to one thread.
 */
public final class EndlessRun implements AutoCloseable {
  private static final long SAMPLE_MILLIS = 250;
  private static final long JOIN_MILLIS = 2_000;
  private static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(3);

  private final Fleet fleet;
  private final AnswerCollector collector;
  private final FeedProgress progress = new FeedProgress();
  private final Feeder feeder;
  private final ConsumedOffsets offsets;
  private final Observation observation;
  private final Thread sampling = new Thread(this::sample, "linear-road-sample");
  private volatile boolean over;

  /** A run that has not started. */
  public EndlessRun(Fleet fleet, AnswerCollector collector, Traffic traffic, Pace pace)
      throws IOException {
    this.fleet = fleet;
    this.collector = collector;
    LeadThrottle lead = new LeadThrottle(progress);
    this.feeder = new Feeder(traffic.open(), fleet.job().topics(), pace, lead, progress);
    this.offsets = new ConsumedOffsets(fleet.job().topics());
    this.observation = new Observation(fleet.job().metrics(), offsets, progress, lead);
  }

  /** Lets the coordinator align the job, and starts feeding. */
  public void start() throws InterruptedException {
    new Adaptation(
            fleet.job().coordinator(),
            new RunOptions.Alignment(new When.AtStart(), null),
            System::currentTimeMillis)
        .align(fleet::check);
    feeder.start();
    sampling.setDaemon(true);
    sampling.start();
  }

  private void sample() {
    while (!over) {
      observation.sample();
      Pause.millis(SAMPLE_MILLIS);
    }
  }

  /** Throws the failure of a server or of the feeding, if there is one. */
  public void check() {
    fleet.check();
    collector.check();
    var unused = feeder.isFinished();
  }

  /** All samples so far, the oldest first. */
  public List<Sample> samples() {
    return observation.samples();
  }

  /**
   * Ends the feeding, and waits until everything is answered.
   *
   * @return the last second of the input
   */
  public int end() {
    feeder.stop();
    long deadlineNanos = System.nanoTime() + ANSWER_TIMEOUT.toNanos();
    while (!feeder.isFinished() || !observation.hasPassed(feeder.lastWatermarkMillis())) {
      if (System.nanoTime() > deadlineNanos) {
        throw new IllegalStateException(
            "The job did not answer everything within %d s after the last record. Its logs are in %s"
                .formatted(ANSWER_TIMEOUT.toSeconds(), fleet.job().endpoints().logs()));
      }
      check();
      Pause.millis(SAMPLE_MILLIS);
    }
    return progress.lastSecond();
  }

  @Override
  public void close() {
    feeder.stop();
    over = true;
    try {
      sampling.join(JOIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    offsets.close();
  }
}
