package io.amoeba.linearroad.measure;

import io.amoeba.linearroad.feed.FeedProgress;
import io.amoeba.linearroad.feed.LeadThrottle;
import io.amoeba.linearroad.kafka.ConsumedOffsets;
import io.amoeba.linearroad.observe.FreshAnswers;
import io.amoeba.linearroad.observe.JobMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Takes samples of the job's metrics. While the job restarts, Flink cannot answer for a moment;
 * then there is no sample. One thread takes samples, any thread may read them.
 */
public final class Observation {
  private static final long MILLIS_PER_SECOND = 1_000;

  /**
   * A checkpoint that holds the offset of the last tick may be older than the watermark that the
   * tick makes (50 ms); the next but one is not.
   */
  private static final int CHECKPOINTS_AFTER_LAST_TICK = 2;

  private final JobMetrics metrics;
  private final ConsumedOffsets offsets;
  private final FeedProgress progress;
  private final LeadThrottle lead;
  private final List<Sample> samples = new ArrayList<>();
  private FreshAnswers freshAnswers = FreshAnswers.NONE;
  private int simulatedSecond = FeedProgress.NONE;
  private long watermarkMillis = Long.MIN_VALUE;
  private long checkpointsAtEnd = -1;
  private boolean answeredByCheckpoint;

  /** Of a job from now on. */
  public Observation(
      JobMetrics metrics, ConsumedOffsets offsets, FeedProgress progress, LeadThrottle lead) {
    this.metrics = metrics;
    this.offsets = offsets;
    this.progress = progress;
    this.lead = lead;
  }

  /** Takes a sample, if that is possible. */
  public void sample() {
    try {
      metrics.read();
      long[] consumed = offsets.read();
      boolean end = progress.isConsumed(consumed);
      long checkpoints = end ? metrics.completedCheckpoints() : 0;
      synchronized (this) {
        simulatedSecond = Math.max(simulatedSecond, progress.consumedSecond(consumed));
        if (end && checkpointsAtEnd < 0) {
          checkpointsAtEnd = checkpoints;
        }
        answeredByCheckpoint = end && checkpoints >= checkpointsAtEnd + CHECKPOINTS_AFTER_LAST_TICK;
        take();
      }
    } catch (RuntimeException e) {
      // The next one may be possible.
    }
  }

  private void take() {
    OptionalLong watermark = metrics.watermarkMillis();
    if (watermark.isPresent()) {
      watermarkMillis = watermark.getAsLong();
      // All of second s is answered when the watermark is at the last millisecond of s.
      int second = (int) Math.min(Integer.MAX_VALUE, (watermarkMillis + 1) / MILLIS_PER_SECOND - 1);
      simulatedSecond = Math.max(simulatedSecond, Math.min(second, progress.lastSecond()));
    }
    lead.answered(simulatedSecond, System.nanoTime());
    freshAnswers = metrics.freshAnswers();
    samples.add(
        new Sample(
            System.currentTimeMillis(),
            simulatedSecond,
            progress.positionReportsUpTo(simulatedSecond),
            metrics.requests(),
            metrics.isFresh(),
            metrics.rounds()));
  }

  /** Whether every operator has reached this watermark, and so everything is answered. */
  public synchronized boolean hasPassed(long millis) {
    return watermarkMillis >= millis || answeredByCheckpoint;
  }

  /** The second up to which everything is answered. */
  public synchronized int simulatedSecond() {
    return simulatedSecond;
  }

  /** Answers to fresh reads up to the last sample. */
  public synchronized FreshAnswers freshAnswers() {
    return freshAnswers;
  }

  /** All samples so far, the oldest first. */
  public synchronized List<Sample> samples() {
    return List.copyOf(samples);
  }

  /** Whether Flink has fetched metrics since this point in time. */
  public synchronized boolean hasFreshSampleSince(long epochMillis) {
    return samples.stream()
        .anyMatch(sample -> sample.fresh() && sample.epochMillis() >= epochMillis);
  }

  /** Whether it is known where requests went that were made since this point in time. */
  public synchronized boolean hasRequestsSince(long epochMillis) {
    return Figures.requests(samples, new Figures.Span(epochMillis, Long.MAX_VALUE)).total() > 0;
  }
}
