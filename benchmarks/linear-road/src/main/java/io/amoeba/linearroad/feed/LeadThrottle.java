package io.amoeba.linearroad.feed;

/**
 * Feeds ahead of the job by its input of a few seconds: enough to keep it busy, little enough to
 * stop soon and to keep state small. The observer reports the job's progress; safe for two threads.
 */
public final class LeadThrottle implements Throttle {
  /** The job's progress is known about a second late, so less would starve it. */
  private static final double LEAD_SECONDS = 4;

  /** Enough at the start, when the job's speed is not known. */
  private static final long LEAST_LEAD_RECORDS = 10_000;

  private static final double SMOOTHING = 0.3;
  private static final double NANOS_PER_SECOND = 1e9;

  private final FeedProgress progress;
  private volatile long answeredRecords;
  private volatile double recordsPerSecond;
  private long lastNanos;

  /** Limits the lead over the records of a feed. */
  public LeadThrottle(FeedProgress progress) {
    this.progress = progress;
  }

  /** The job has finished all records up to a simulated second. */
  public synchronized void answered(int second, long nanoTime) {
    long records = progress.recordsUpTo(second);
    if (lastNanos != 0 && nanoTime > lastNanos) {
      double rate = (records - answeredRecords) / ((nanoTime - lastNanos) / NANOS_PER_SECOND);
      // The lead must not vanish while the job restarts.
      if (rate > 0) {
        recordsPerSecond += SMOOTHING * (rate - recordsPerSecond);
      }
    }
    lastNanos = nanoTime;
    answeredRecords = Math.max(answeredRecords, records);
  }

  @Override
  public boolean mayFeed(int second, double part) {
    long lead = progress.records() - answeredRecords;
    return lead <= Math.max(LEAST_LEAD_RECORDS, LEAD_SECONDS * recordsPerSecond);
  }
}
