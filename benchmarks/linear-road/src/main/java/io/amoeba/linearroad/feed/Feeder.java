package io.amoeba.linearroad.feed;

import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.input.RecordSource;
import io.amoeba.linearroad.kafka.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a source to a topic on a thread of its own: before the records of a second, a tick in every
 * partition; after the last, a tick far enough ahead that all simulated time passes. Its methods
 * are safe for concurrent use.
 */
public final class Feeder {
  /** Reports of a minute are summed up when the next begins. */
  private static final int LAST_TICK_SECONDS = 60;

  /** No tick above this moves the job's clock. */
  private static final int LATEST_SECOND = 10_000_000;

  private static final long NAP_NANOS = 1_000_000 * Throttle.NAP_MILLIS;

  private final RecordSource source;
  private final Topics topics;
  private final Throttle throttle;
  private final FeedProgress progress;
  private final Thread thread = new Thread(this::feed, "linear-road-feed");
  private volatile boolean stopRequested;
  private volatile boolean finished;
  private volatile @Nullable RuntimeException failure;

  /**
   * A feeder that has not started.
   *
   * @param lead the throttle of {@link Pace.Fastest}
   */
  public Feeder(
      RecordSource source, Topics topics, Pace pace, LeadThrottle lead, FeedProgress progress) {
    this.source = source;
    this.topics = topics;
    this.throttle =
        pace instanceof Pace.SimulatedSecondsPerSecond clock
            ? new ClockThrottle(clock.rate(), System::nanoTime)
            : lead;
    this.progress = progress;
  }

  /** Starts feeding. */
  public void start() {
    thread.setDaemon(true);
    thread.start();
  }

  /** Stops after the current second. */
  public void stop() {
    stopRequested = true;
  }

  /**
   * Whether everything is in Kafka, the last tick too.
   *
   * @throws RuntimeException that ended the feeding
   */
  public boolean isFinished() {
    RuntimeException failed = failure;
    if (failed != null) {
      throw failed;
    }
    return finished;
  }

  /** The watermark (simulated milliseconds) that operators reach when everything is answered. */
  public long lastWatermarkMillis() {
    return lastTick() * 1_000L - 1;
  }

  private int lastTick() {
    return Math.min(progress.lastSecond() + LAST_TICK_SECONDS, LATEST_SECOND);
  }

  private void feed() {
    try (RecordSource records = source;
        InputTopic topic = new InputTopic(topics)) {
      List<InputRecord> ofSecond = new ArrayList<>();
      while (!stopRequested && records.hasNextSecond()) {
        ofSecond.clear();
        feed(records.nextSecond(ofSecond::add), ofSecond, topic);
      }
      topic.tick(lastTick());
      topic.flush();
      progress.ended(topic.offsets());
      finished = true;
    } catch (IOException e) {
      failure = new UncheckedIOException("cannot read the input", e);
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  /** A second is fed wholly or not at all, so that the answers to it are known. */
  private void feed(int second, List<InputRecord> records, InputTopic topic) {
    while (!throttle.mayFeed(second, 0)) {
      if (stopRequested) {
        return;
      }
      LockSupport.parkNanos(NAP_NANOS);
    }
    topic.tick(second);
    long reports = 0;
    for (int i = 0; i < records.size(); i++) {
      while (!throttle.mayFeed(second, (double) i / records.size()) && !stopRequested) {
        LockSupport.parkNanos(NAP_NANOS);
      }
      topic.send(records.get(i));
      reports += records.get(i).type() == InputRecord.POSITION_REPORT ? 1 : 0;
    }
    progress.fed(second, records.size(), reports, topic.offsets());
  }
}
