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
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.cassandra.locator.InetAddressAndPort;

/**
 * What clients read most of late, and the peers that have asked for it. Peers may be added by any
 * thread; everything else is confined to the sender's.
 */
public final class RecentReads {

  private final HotSet hot;
  private final int entries;
  private final Set<InetAddressAndPort> asking = ConcurrentHashMap.newKeySet();
  private final Queue<InetAddressAndPort> asked = new ConcurrentLinkedQueue<>();
  private final Map<InetAddressAndPort, Deque<EncodedBatch>> answers = new ConcurrentHashMap<>();
  private volatile int size;

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
  void answerOne(BatchEncoder encoder, HintMessages messages, int inFlight) {
    InetAddressAndPort peer = asked.poll();
    if (peer != null) {
      answers.put(
          peer,
          new ArrayDeque<>(
              encoder.encodeHotSet(
                  hot.hottest(entries, hint -> HintReplicas.isReplica(hint, peer)),
                  System.currentTimeMillis())));
    }
    answers.forEach((to, batches) -> goOn(to, batches, messages, inFlight));
    answers
        .entrySet()
        .removeIf(answer -> answer.getValue().isEmpty() && asking.remove(answer.getKey()));
  }

  private static void goOn(
      InetAddressAndPort peer, Deque<EncodedBatch> batches, HintMessages messages, int inFlight) {
    if (!Peers.isReachable(peer)) {
      batches.clear();
    }
    while (!batches.isEmpty() && messages.send(peer, batches.getFirst(), inFlight)) {
      batches.removeFirst();
    }
  }
}
