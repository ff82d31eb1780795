package io.amoeba.streaming.protocol.join;

import io.amoeba.streaming.protocol.join.JoinPorts.Outcome;
import io.amoeba.streaming.protocol.join.JoinPorts.StreamSession;
import io.amoeba.streaming.protocol.join.JoinPorts.StreamSessions;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One sender's part of a step: attempts until one has brought all of it. Some tables of it may be
 * wanted again then.
 */
final class SenderTransfer {

  private static final StreamSession.Status NOTHING =
      new StreamSession.Status(Outcome.RUNNING, "", 0, 0);

  private final Transfer transfer;
  private final Backoff backoff;
  private @Nullable StreamSession session;
  private StreamSession.Status status = NOTHING;
  private boolean complete;

  /** The tables that are wanted again, after all of them had come. */
  private final SortedSet<UUID> again = new TreeSet<>();

  private long bytesBefore;

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

  /** Why the last attempt failed, if it did. */
  Optional<String> failure() {
    return status.outcome() == Outcome.FAILED ? Optional.of(status.reason()) : Optional.empty();
  }

  /** Of the current attempt, or of the last one, and of what has come before it. */
  long bytesDone() {
    return bytesBefore + status.bytesDone();
  }

  /** As announced by the sender; 0 before that. */
  long bytesTotal() {
    return bytesBefore + status.bytesTotal();
  }

  boolean mayStart(long nowMillis) {
    return !complete && session == null && backoff.over(nowMillis);
  }

  void start(StreamSessions sessions) {
    session = sessions.start(again.isEmpty() ? transfer : transfer.of(again));
  }

  /** These tables must come once more. Not while it runs. */
  void again(SortedSet<UUID> tables) {
    if (complete) {
      complete = false;
      session = null;
      again.clear();
      again.addAll(tables);
      bytesBefore += status.bytesDone();
      status = NOTHING;
    } else if (!again.isEmpty()) {
      again.addAll(tables);
    }
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
