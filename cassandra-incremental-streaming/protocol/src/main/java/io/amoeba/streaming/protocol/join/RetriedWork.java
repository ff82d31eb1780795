package io.amoeba.streaming.protocol.join;

import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** Work on a step's tokens, started again after a pause until it succeeds. */
final class RetriedWork {

  private final StepWork work;
  private final SortedSet<Long> tokens;
  private final Backoff backoff;
  private StepWork.@Nullable Run run;
  private String reason = "";

  RetriedWork(StepWork work, SortedSet<Long> tokens, JoinSettings settings) {
    this.work = work;
    this.tokens = tokens;
    backoff = new Backoff(settings);
  }

  /** Returns whether it has succeeded. */
  boolean tick(long nowMillis) {
    if (run == null) {
      if (!backoff.over(nowMillis)) {
        return false;
      }
      run = work.start(tokens);
    }
    WorkStatus status = run.poll();
    reason = status.reason();
    if (status.outcome() == Outcome.FAILED) {
      backoff.failed(nowMillis);
      run = null;
    }
    return status.outcome() == Outcome.SUCCEEDED;
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
