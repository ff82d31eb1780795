package io.amoeba.hints.capture;

import io.amoeba.hints.cluster.HintMessages;
import io.amoeba.hints.cluster.HintReplicas;
import io.amoeba.hints.cluster.Peers;
import io.amoeba.hints.protocol.batch.BatchEncoder;
import io.amoeba.hints.protocol.batch.EncodedBatch;
import io.amoeba.hints.protocol.batch.ReadHint;
import io.amoeba.hints.protocol.hotset.AnswerPart;
import io.amoeba.hints.protocol.hotset.HotSet;
import io.amoeba.hints.protocol.hotset.PullRequest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
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

  /** Of one peer; more are refused. */
  private static final int REQUESTS = 8;

  /** At the same time, for all peers: each takes memory for the whole hot set. */
  private static final int ANSWERS = 8;

  private final HotSet hot;
  private final int entries;
  private final Set<Request> open = ConcurrentHashMap.newKeySet();
  private final Queue<Request> waiting = new ConcurrentLinkedQueue<>();
  private final Map<Request, Answer> answers = new LinkedHashMap<>();
  private volatile int size;

  private record Request(InetAddressAndPort peer, PullRequest pull) {}

  /** What a peer still gets, and until when it is tried, by System.nanoTime. */
  private record Answer(Deque<EncodedBatch> batches, AnswerPart part, long untilNanos) {}

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

  /**
   * The peer gets the hot set of the keys that it has or is about to have; false when it has asked
   * too often meanwhile.
   */
  public boolean asks(InetAddressAndPort peer, PullRequest pull) {
    if (open.stream().filter(request -> request.peer().equals(peer)).count() >= REQUESTS) {
      return false;
    }
    Request request = new Request(peer, pull);
    if (open.add(request)) {
      waiting.add(request);
    }
    return true;
  }

  /** Begins one answer, and goes on with those that are under way as the peers take them. */
  void answer(BatchEncoder encoder, HintMessages messages, int inFlight) {
    Request next = answers.size() < ANSWERS ? waiting.poll() : null;
    if (next != null) {
      answers.put(next, answer(next, encoder));
    }
    answers.forEach((request, answer) -> goOn(request.peer(), answer, messages, inFlight));
    answers
        .entrySet()
        .removeIf(answer -> answer.getValue().batches().isEmpty() && open.remove(answer.getKey()));
  }

  private Answer answer(Request request, BatchEncoder encoder) {
    HintReplicas replicas = new HintReplicas();
    List<ReadHint> hints =
        hot.hottest(
            entries, hint -> replicas.isReplica(hint, request.peer(), request.pull().ranges()));
    List<EncodedBatch> batches = encoder.encodeHotSet(hints, System.currentTimeMillis());
    return new Answer(
        new ArrayDeque<>(batches),
        new AnswerPart(request.pull().id(), batches.size()),
        System.nanoTime() + PATIENCE_NANOS);
  }

  /** A peer that has just started asks before the others see it up: it gets a minute. */
  private static void goOn(
      InetAddressAndPort peer, Answer answer, HintMessages messages, int inFlight) {
    Deque<EncodedBatch> batches = answer.batches();
    if (System.nanoTime() - answer.untilNanos() > 0) {
      batches.clear();
    }
    while (!batches.isEmpty()
        && Peers.isReachable(peer)
        && messages.answer(peer, batches.getFirst(), answer.part(), inFlight)) {
      batches.removeFirst();
    }
  }
}
