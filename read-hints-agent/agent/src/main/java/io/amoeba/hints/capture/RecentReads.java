package io.amoeba.hints.capture;

import io.amoeba.hints.cluster.HintMessages;
import io.amoeba.hints.cluster.HintReplicas;
import io.amoeba.hints.cluster.Peers;
import io.amoeba.hints.protocol.batch.BatchEncoder;
import io.amoeba.hints.protocol.batch.EncodedBatch;
import io.amoeba.hints.protocol.batch.ReadHint;
import io.amoeba.hints.protocol.hotset.HotSet;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.locator.InetAddressAndPort;

/**
 * What clients read most of late, and the peers that have asked for it. Peers may be added by any
 * thread; everything else is confined to the sender's.
 */
public final class RecentReads {

  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final HotSet hot;
  private final int entries;
  private final Set<InetAddressAndPort> asking = ConcurrentHashMap.newKeySet();
  private final Queue<InetAddressAndPort> asked = new ConcurrentLinkedQueue<>();
  private final Map<InetAddressAndPort, Pending> answers = new ConcurrentHashMap<>();
  private volatile int size;

  /** What a peer still gets, and until when it is tried, by System.nanoTime. */
  private record Pending(Deque<EncodedBatch> batches, long untilNanos) {}

  public RecentReads(int entries) {
    this.hot = new HotSet(entries);
    this.entries = entries;
  }

  void add(ReadHint hint, int reads) {
    hot.add(hint, reads);
    size = hot.size();
  }

  /** Different hints that are remembered. */
  public int size() {
    return size;
  }

  /** The peer gets the hot set of the keys that it has; asking again meanwhile changes nothing. */
  public void asks(InetAddressAndPort peer) {
    if (asking.add(peer)) {
      asked.add(peer);
    }
  }

  /** Begins one answer, and goes on with those that are under way as the peers take them. */
  void answer(BatchEncoder encoder, HintMessages messages, int inFlight) {
    InetAddressAndPort peer = asked.poll();
    if (peer != null) {
      List<ReadHint> hints = hot.hottest(entries, hint -> HintReplicas.isReplica(hint, peer));
      answers.put(
          peer,
          new Pending(
              new ArrayDeque<>(encoder.encodeHotSet(hints, System.currentTimeMillis())),
              System.nanoTime() + PATIENCE_NANOS));
    }
    answers.forEach((to, answer) -> goOn(to, answer, messages, inFlight));
    answers
        .entrySet()
        .removeIf(
            answer -> answer.getValue().batches().isEmpty() && asking.remove(answer.getKey()));
  }

  /** A peer that has just started asks before the others see it up: it gets a minute. */
  private static void goOn(
      InetAddressAndPort peer, Pending answer, HintMessages messages, int inFlight) {
    Deque<EncodedBatch> batches = answer.batches();
    if (System.nanoTime() - answer.untilNanos() > 0) {
      batches.clear();
    }
    while (!batches.isEmpty()
        && Peers.isReachable(peer)
        && messages.send(peer, batches.getFirst(), inFlight)) {
      batches.removeFirst();
    }
  }
}
