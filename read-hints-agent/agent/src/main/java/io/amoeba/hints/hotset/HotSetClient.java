package io.amoeba.hints.hotset;

import io.amoeba.hints.cluster.HintMessages;
import io.amoeba.hints.cluster.Peers;
import io.amoeba.hints.protocol.hotset.HotSetAnswer.Part;
import io.amoeba.hints.protocol.hotset.HotSetRequest;
import io.amoeba.hints.protocol.hotset.HotSetRequest.TokenRange;
import io.amoeba.hints.replay.HintInbox;
import io.amoeba.hints.settings.HintCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Requests the hot sets of this node's data from its peers. Safe for concurrent use. */
public final class HotSetClient {

  private static final Logger logger = LoggerFactory.getLogger(HotSetClient.class);

  /** For which answers are applied in full when no caller waits for them. */
  private static final long UNATTENDED_MILLIS = TimeUnit.MINUTES.toMillis(2);

  /**
   * How long a node that has just started searches for its peers, at least: gossip takes seconds on
   * an idle machine. One whose warm-up may take longer has more time for that, too.
   */
  private static final long PEERS_MILLIS = 5_000;

  private static final int PEERS_SHARE = 10;

  private static final long POLL_MILLIS = 100;

  private static final long MAX_LIMIT_MILLIS = TimeUnit.HOURS.toMillis(1);

  private final HintMessages messages;
  private final HintInbox inbox;
  private final HintCounters counters;

  /** By the id of the request. */
  private final Map<Long, HotSetPull> pulls = new ConcurrentHashMap<>();

  public HotSetClient(HintMessages messages, HintInbox inbox, HintCounters counters) {
    this.messages = messages;
    this.inbox = inbox;
    this.counters = counters;
  }

  /** As soon as all nodes that this one knows are up, or after a while. */
  public long pullAtStart(long limitMillis) throws InterruptedException {
    long start = System.nanoTime();
    long peersMillis = Math.min(limitMillis, Math.max(PEERS_MILLIS, limitMillis / PEERS_SHARE));
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

  /**
   * The token ranges of an operator's request, checked with its limit. Throws
   * IllegalArgumentException with everything that is wrong.
   *
   * @param ranges as {@link TokenRange#parse} reads them
   * @param partitioner the simple name of the cluster's
   */
  public static List<TokenRange> ranges(long limitMillis, String ranges, String partitioner) {
    List<String> errors = new ArrayList<>();
    if (limitMillis < 1 || limitMillis > MAX_LIMIT_MILLIS) {
      errors.add("limitMillis=" + limitMillis + ": want 1 … " + MAX_LIMIT_MILLIS);
    }
    List<TokenRange> parsed = TokenRange.parse(ranges, errors);
    if (!ranges.isBlank() && !partitioner.equals("Murmur3Partitioner")) {
      errors.add(
          "ranges: want none, because this cluster has %s, not Murmur3Partitioner"
              .formatted(partitioner));
    }
    if (!errors.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", errors));
    }
    return List.copyOf(parsed);
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

  private HotSetPull begin(
      List<InetAddressAndPort> peers, long limitMillis, List<TokenRange> ranges) {
    pulls.values().removeIf(HotSetPull::isOver);
    HotSetPull pull = new HotSetPull(peers, limitMillis);
    HotSetRequest request = new HotSetRequest(ThreadLocalRandom.current().nextLong(), ranges);
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
  public boolean answered(InetAddressAndPort from, Part part, byte[] batch) {
    HotSetPull pull = pulls.get(part.id());
    if (pull == null || !pull.isWaitingFor(from)) {
      // As any other hint, but that its sender need not wait with the rest.
      inbox.offer(from, batch);
      return true;
    }
    return inbox.offer(from, batch, pull.take(from, part));
  }
}
