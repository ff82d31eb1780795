package io.amoeba.streaming.joiner;

import org.apache.cassandra.streaming.StreamEvent;
import org.apache.cassandra.streaming.StreamEventHandler;
import org.apache.cassandra.streaming.StreamState;
import org.jspecify.annotations.Nullable;

/**
 * How much one sender sends. Cassandra knows it from the session's preparation to its end, and then
 * says 0. Told by threads of streaming, read by the join's.
 */
final class SessionBytes implements StreamEventHandler {

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
