package io.amoeba.streaming.joiner;

import io.amoeba.streaming.protocol.join.Outcome;
import io.amoeba.streaming.protocol.join.StreamSession;
import io.amoeba.streaming.protocol.join.StreamStatus;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import org.apache.cassandra.streaming.SessionInfo;
import org.apache.cassandra.streaming.StreamPlan;
import org.apache.cassandra.streaming.StreamResultFuture;

/** One plan with one sender. Confined to the join's thread. */
final class PlanSession implements StreamSession {

  private final StreamPlan plan;
  private final StreamResultFuture result;
  private boolean aborted;

  PlanSession(StreamPlan plan, StreamResultFuture result) {
    this.plan = plan;
    this.result = result;
  }

  @Override
  public StreamStatus poll() {
    long done = 0;
    long total = 0;
    for (SessionInfo session : plan.getCoordinator().getAllSessionInfo()) {
      done += session.getTotalSizeReceived();
      total += session.getTotalSizeToReceive();
    }
    if (aborted) {
      return new StreamStatus(Outcome.FAILED, "aborted", done, total);
    }
    if (!result.isDone()) {
      return new StreamStatus(Outcome.RUNNING, "", done, total);
    }
    try {
      return result.get().hasFailedSession() || result.get().hasAbortedSession()
          ? new StreamStatus(Outcome.FAILED, "a session failed", done, total)
          : new StreamStatus(Outcome.SUCCEEDED, "", done, total);
    } catch (ExecutionException | CancellationException e) {
      return new StreamStatus(Outcome.FAILED, String.valueOf(e.getMessage()), done, total);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new StreamStatus(Outcome.FAILED, "interrupted", done, total);
    }
  }

  @Override
  public void abort() {
    if (!aborted) {
      aborted = true;
      plan.getCoordinator()
          .getAllStreamSessions()
          .forEach(org.apache.cassandra.streaming.StreamSession::abort);
    }
  }
}
