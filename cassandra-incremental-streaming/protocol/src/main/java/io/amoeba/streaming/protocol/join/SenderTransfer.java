package io.amoeba.streaming.protocol.join;

import org.jspecify.annotations.Nullable;

/** One sender's part of a step: attempts until one has brought all of it. */
final class SenderTransfer {

  private final Transfer transfer;
  private final Backoff backoff;
  private @Nullable StreamSession session;
  private StreamStatus status = new StreamStatus(Outcome.RUNNING, "", 0, 0);
  private boolean complete;

  SenderTransfer(Transfer transfer, JoinSettings settings) {
    this.transfer = transfer;
    backoff = new Backoff(settings);
  }

  String sender() {
    return transfer.sender();
  }

  double share() {
    return transfer.share();
  }

  boolean complete() {
    return complete;
  }

  boolean running() {
    return session != null && !complete;
  }

  /** Of the current attempt, or of the last one. */
  StreamStatus status() {
    return status;
  }

  boolean mayStart(long nowMillis) {
    return !complete && session == null && backoff.over(nowMillis);
  }

  void start(StreamSessions sessions) {
    session = sessions.start(transfer);
  }

  void poll(long nowMillis) {
    if (session == null || complete) {
      return;
    }
    status = session.poll();
    if (status.outcome() == Outcome.SUCCEEDED) {
      complete = true;
    } else if (status.outcome() == Outcome.FAILED) {
      session.abort();
      session = null;
      backoff.failed(nowMillis);
    }
  }

  void abort() {
    if (session != null && !complete) {
      session.abort();
    }
  }
}
