package io.amoeba.streaming.protocol.join;

import io.amoeba.streaming.protocol.join.JoinPorts.Outcome;
import io.amoeba.streaming.protocol.join.JoinPorts.StepWork;
import java.time.Duration;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Work on a step's tokens, started again after a pause until it succeeds. A run that takes longer
 * than its limit counts as failed, and the next one may take twice as long: an answer that it waits
 * for may be lost.
 */
final class RetriedWork {

  private static final long MILLIS_PER_SECOND = 1_000;

  private final StepWork work;
  private final SortedSet<Long> tokens;
  private final Backoff backoff;
  private long limitMillis;
  private long begunMillis;
  private StepWork.@Nullable Run run;
  private String reason = "";

  /**
   * @param limit of the first run
   */
  RetriedWork(StepWork work, SortedSet<Long> tokens, JoinSettings settings, Duration limit) {
    this.work = work;
    this.tokens = tokens;
    limitMillis = limit.toMillis();
    backoff = new Backoff(settings);
  }

  /** Returns whether it has succeeded. */
  boolean tick(long nowMillis) {
    if (run == null) {
      if (!backoff.over(nowMillis)) {
        return false;
      }
      run = work.start(tokens);
      begunMillis = nowMillis;
    }
    StepWork.Status status = run.poll();
    reason = status.reason();
    if (status.outcome() == Outcome.FAILED) {
      beginAgain(nowMillis);
    } else if (status.outcome() == Outcome.RUNNING && nowMillis - begunMillis > limitMillis) {
      reason = "%s; restarted after %ds".formatted(reason, limitMillis / MILLIS_PER_SECOND);
      limitMillis *= 2;
      run.abort();
      beginAgain(nowMillis);
    }
    return status.outcome() == Outcome.SUCCEEDED;
  }

  private void beginAgain(long nowMillis) {
    backoff.failed(nowMillis);
    run = null;
  }

  /** Why the last run failed, or nothing. */
  String reason() {
    return reason;
  }

  void abort() {
    if (run != null) {
      run.abort();
    }
  }
}
