package io.amoeba.hints.pull;

import io.amoeba.hints.cluster.HintMessages;
import io.amoeba.hints.cluster.Peers;
import io.amoeba.hints.protocol.hotset.AnswerPart;
import io.amoeba.hints.protocol.hotset.PullRequest;
import io.amoeba.hints.protocol.hotset.TokenRange;
import io.amoeba.hints.replay.HintInbox;
import io.amoeba.hints.settings.HintCounters;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the peers what is read most of what this node has. Safe for concurrent use. */
public final class HotSetPull {

  private static final Logger logger = LoggerFactory.getLogger(HotSetPull.class);

  /** For which answers are applied in full when nobody waits for them. */
  private static final long UNATTENDED_MILLIS = TimeUnit.MINUTES.toMillis(2);

  /** How long a node that has just started looks for its peers. */
  private static final long PEERS_MILLIS = 5_000;

  private static final long POLL_MILLIS = 100;

  private final HintMessages messages;
  private final HintInbox inbox;
  private final HintCounters counters;

  /** By the id of the request. */
  private final Map<Long, Pull> pulls = new ConcurrentHashMap<>();

  public HotSetPull(HintMessages messages, HintInbox inbox, HintCounters counters) {
    this.messages = messages;
    this.inbox = inbox;
    this.counters = counters;
  }

  /** As soon as all nodes that this one knows are up, or after a while. */
  public long pullAtStart(long limitMillis) throws InterruptedException {
    long start = System.nanoTime();
    long peersMillis = Math.min(PEERS_MILLIS, limitMillis);
    while (!Peers.allUp() && millisSince(start) < peersMillis) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    return pullAndWait(Math.max(1, limitMillis - millisSince(start)), List.of());
  }

  /**
   * Pulls, and waits until all reads were applied or dropped, at most this long. How many were
   * applied.
   *
   * @param ranges that the keys must be in; none for all that this node has or is about to have
   */
  public long pullAndWait(long limitMillis, List<TokenRange> ranges) throws InterruptedException {
    List<InetAddressAndPort> peers = Peers.reachable();
    return begin(peers, limitMillis, ranges).await(peer -> Peers.isReachable(peer));
  }

  private static long millisSince(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
  }

  /** How many peers were asked; their answers are replayed as they arrive. */
  public int pull() {
    List<InetAddressAndPort> peers = Peers.reachable();
    begin(peers, UNATTENDED_MILLIS, List.of());
    return peers.size();
  }

  private Pull begin(List<InetAddressAndPort> peers, long limitMillis, List<TokenRange> ranges) {
    pulls.values().removeIf(Pull::isOver);
    Pull pull = new Pull(peers, limitMillis);
    PullRequest request = new PullRequest(ThreadLocalRandom.current().nextLong(), ranges);
    pulls.put(request.id(), pull);
    counters.hotSetPulls.increment();
    logger.info(
        "Asking {} peers for their hot set{}",
        peers.size(),
        ranges.isEmpty() ? "" : " of " + ranges.size() + " token ranges");
    peers.forEach(peer -> messages.pull(peer, request, () -> pull.giveUp(peer)));
    return pull;
  }

  /** A batch of a hot set has come; false when there is no room for it, and it is to come again. */
  public boolean answered(InetAddressAndPort from, AnswerPart part, byte[] batch) {
    Pull pull = pulls.get(part.id());
    if (pull == null || !pull.isWaitingFor(from)) {
      // As any other hint, but that its sender need not wait with the rest.
      inbox.offer(from, batch);
      return true;
    }
    return inbox.offer(from, batch, pull.take(from, part));
  }
}
