package io.amoeba.streaming.joining;

import java.util.HashSet;
import java.util.Set;
import org.apache.cassandra.streaming.StreamSession;
import org.apache.cassandra.utils.TimeUUID;

/**
 * The moments in which tables that have come whole are added to this node's data. Cassandra adds
 * them on threads of its own, also those of a session that has ended meanwhile: such a table would
 * come after a purge that waited for the session's end. Safe for concurrent use.
 */
public final class ReceivedTables {

  private final Set<TimeUUID> ended = new HashSet<>();
  private int adding;

  /** Whether the session's table may be added; then {@link #added} must follow. */
  public synchronized boolean mayAdd(StreamSession session) {
    boolean may = !ended.contains(session.planId());
    if (may) {
      adding++;
    }
    return may;
  }

  public synchronized void added() {
    adding--;
    notifyAll();
  }

  /** From now on, nothing of the plan is added that is not being added already. */
  synchronized void end(TimeUUID plan) {
    ended.add(plan);
  }

  /** Returns when nothing is being added. */
  synchronized void awaitNone() throws InterruptedException {
    while (adding > 0) {
      wait();
    }
  }
}
