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
  private final SessionBytes bytes;
  private final ReceivedTables received;
  private boolean aborted;

  /**
   * @param bytes listens to the plan
   */
  PlanSession(
      StreamPlan plan, StreamResultFuture result, SessionBytes bytes, ReceivedTables received) {
    this.plan = plan;
    this.result = result;
    this.bytes = bytes;
    this.received = received;
  }

  @Override
  public StreamStatus poll() {
    if (aborted) {
      return status(Outcome.FAILED, "aborted");
    }
    if (!result.isDone()) {
      return status(Outcome.RUNNING, "");
    }
    try {
      return result.get().hasFailedSession() || result.get().hasAbortedSession()
          ? status(Outcome.FAILED, "a session failed")
          : status(Outcome.SUCCEEDED, "");
    } catch (ExecutionException | CancellationException e) {
      return status(Outcome.FAILED, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return status(Outcome.FAILED, "interrupted");
    }
  }

  private StreamStatus status(Outcome outcome, String reason) {
    long received =
        plan.getCoordinator().getAllSessionInfo().stream()
            .mapToLong(SessionInfo::getTotalSizeReceived)
            .sum();
    return new StreamStatus(
        outcome, reason, bytes.done(received, outcome == Outcome.SUCCEEDED), bytes.total());
  }

  @Override
  public void abort() {
    if (!aborted) {
      aborted = true;
      received.end(result.planId);
      plan.getCoordinator()
          .getAllStreamSessions()
          .forEach(org.apache.cassandra.streaming.StreamSession::abort);
    }
  }
}
