package io.amoeba.hints.operator;

import io.amoeba.hints.cluster.HintMessages;
import io.amoeba.hints.cluster.Peers;
import io.amoeba.hints.replay.HintInbox;
import io.amoeba.hints.settings.HintCounters;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.locator.InetAddressAndPort;

/** Asks the peers what is read most of what this node has. Safe for concurrent use. */
public final class HotSetPull {

  private static final long EXPECTED_NANOS = TimeUnit.MINUTES.toNanos(2);

  /** How long peers are looked for, and how long a silence is the end of their answers. */
  private static final long PEERS_MILLIS = 5_000;

  private static final long SILENCE_MILLIS = 4_000;
  private static final long POLL_MILLIS = 100;

  private final HintMessages messages;
  private final HintInbox inbox;
  private final HintCounters counters;

  public HotSetPull(HintMessages messages, HintInbox inbox, HintCounters counters) {
    this.messages = messages;
    this.inbox = inbox;
    this.counters = counters;
  }

  /** Pulls and waits for the replays, at most this long. How many hints came. */
  public long pullAndWait(long limitMillis) throws InterruptedException {
    long start = System.nanoTime();
    long peersMillis = Math.min(PEERS_MILLIS, limitMillis);
    while (Peers.reachable().isEmpty() && millisSince(start) < peersMillis) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    if (pull() == 0) {
      return 0;
    }
    long received = 0;
    long lastChange = System.nanoTime();
    while (millisSince(lastChange) < SILENCE_MILLIS && millisSince(start) < limitMillis) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      long now = counters.hotSetReceived.sum();
      if (now != received || inbox.waiting() > 0) {
        received = now;
        lastChange = System.nanoTime();
      }
    }
    return received;
  }

  private static long millisSince(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
  }

  /** How many peers were asked; their answers are replayed as they arrive. */
  public int pull() {
    List<InetAddressAndPort> peers = Peers.reachable();
    inbox.expectHotSets(EXPECTED_NANOS);
    peers.forEach(messages::pull);
    return peers.size();
  }
}
