package io.amoeba.streaming.joining;

import io.amoeba.streaming.protocol.join.JoinPorts.Outcome;
import io.amoeba.streaming.protocol.join.JoinPorts.StreamSession;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import org.apache.cassandra.streaming.SessionInfo;
import org.apache.cassandra.streaming.StreamEvent;
import org.apache.cassandra.streaming.StreamEventHandler;
import org.apache.cassandra.streaming.StreamPlan;
import org.apache.cassandra.streaming.StreamResultFuture;
import org.apache.cassandra.streaming.StreamState;
import org.jspecify.annotations.Nullable;

/** One plan with one sender. Confined to the join's thread. */
final class PlanSession implements StreamSession {

  private final StreamPlan plan;
  private final StreamResultFuture result;
  private final Bytes bytes;
  private final ReceivedTables received;
  private boolean aborted;

  /**
   * @param bytes listens to the plan
   */
  PlanSession(StreamPlan plan, StreamResultFuture result, Bytes bytes, ReceivedTables received) {
    this.plan = plan;
    this.result = result;
    this.bytes = bytes;
    this.received = received;
  }

  @Override
  public StreamSession.Status poll() {
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

  private StreamSession.Status status(Outcome outcome, String reason) {
    long received =
        plan.getCoordinator().getAllSessionInfo().stream()
            .mapToLong(SessionInfo::getTotalSizeReceived)
            .sum();
    return new StreamSession.Status(
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

  /**
   * How much one sender sends. Cassandra knows it from the session's preparation to its end, and
   * then says 0. Written by threads of streaming, read by the join's.
   */
  static final class Bytes implements StreamEventHandler {

    private volatile long total;
    private long done;

    @Override
    public void handleStreamEvent(StreamEvent event) {
      if (event instanceof StreamEvent.SessionPreparedEvent prepared) {
        total = prepared.session.getTotalSizeToReceive();
      }
    }

    /**
     * As of now.
     *
     * @param received as Cassandra says
     * @param complete whether everything has come
     */
    long done(long received, boolean complete) {
      done = complete ? total : Math.max(done, received);
      return done;
    }

    /** 0 until it is prepared. */
    long total() {
      return total;
    }

    @Override
    public void onSuccess(@Nullable StreamState result) {}

    @Override
    public void onFailure(Throwable failure) {}
  }
}
