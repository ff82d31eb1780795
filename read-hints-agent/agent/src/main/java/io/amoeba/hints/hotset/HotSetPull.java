package io.amoeba.hints.hotset;

import io.amoeba.hints.protocol.hotset.HotSetAnswer.Part;
import io.amoeba.hints.replay.HintInbox.Requested;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.cassandra.locator.InetAddressAndPort;

/** One request to all peers, and what has become of their answers. Safe for concurrent use. */
final class HotSetPull {

  private static final long LOOK_MILLIS = 500;

  private final long deadlineNanos;

  /** By peer: how many batches are still to come or to be replayed. */
  private final Map<InetAddressAndPort, Rest> rests = new HashMap<>();

  private long applied;

  /** Batches of one peer that are done, and of all. */
  private static final class Rest {
    private int batches = Integer.MAX_VALUE;
    private int done;
  }

  HotSetPull(Collection<InetAddressAndPort> peers, long limitMillis) {
    deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMillis);
    peers.forEach(peer -> rests.put(peer, new Rest()));
  }

  /** One that is over takes no answers any more. */
  synchronized boolean isOver() {
    return rests.isEmpty() || System.nanoTime() - deadlineNanos >= 0;
  }

  /** Whether batches of this peer are asked for, and in time. */
  synchronized boolean isWaitingFor(InetAddressAndPort peer) {
    return !isOver() && rests.containsKey(peer);
  }

  /** A batch has arrived; the callbacks of its replay to this pull. */
  Requested take(InetAddressAndPort from, Part part) {
    return new Requested() {
      @Override
      public boolean isWanted() {
        return isWaitingFor(from);
      }

      @Override
      public void done(int hints) {
        HotSetPull.this.done(from, part, hints);
      }
    };
  }

  private synchronized void done(InetAddressAndPort from, Part part, int hints) {
    applied += hints;
    Rest rest = rests.get(from);
    if (rest != null) {
      rest.batches = part.batches();
      rest.done++;
      if (rest.done >= rest.batches) {
        giveUp(from);
      }
    }
  }

  /** Nothing more comes from this peer. */
  synchronized void giveUp(InetAddressAndPort peer) {
    rests.remove(peer);
    notifyAll();
  }

  /**
   * Waits until all is applied or dropped, at most until the limit. How many hints were applied.
   *
   * @param reachable peers that may still answer
   */
  synchronized long await(Predicate<InetAddressAndPort> reachable) throws InterruptedException {
    while (!isOver()) {
      rests.keySet().removeIf(reachable.negate());
      long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
      if (!rests.isEmpty() && leftMillis > 0) {
        wait(Math.min(LOOK_MILLIS, leftMillis));
      }
    }
    return applied;
  }
}
