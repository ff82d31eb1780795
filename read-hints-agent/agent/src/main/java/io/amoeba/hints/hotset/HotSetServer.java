package io.amoeba.hints.hotset;

import io.amoeba.hints.cluster.HintMessages;
import io.amoeba.hints.cluster.HintReplicas;
import io.amoeba.hints.cluster.Peers;
import io.amoeba.hints.protocol.batch.BatchEncoder;
import io.amoeba.hints.protocol.batch.EncodedBatch;
import io.amoeba.hints.protocol.batch.ReadHint;
import io.amoeba.hints.protocol.hotset.HotSet;
import io.amoeba.hints.protocol.hotset.HotSetAnswer;
import io.amoeba.hints.protocol.hotset.HotSetRequest;
import io.amoeba.hints.settings.HintSettings;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;

/**
 * Counts what clients read most often, and sends it to the peers that request it. Requests may come
 * from any thread; everything else is confined to the sender's.
 */
public final class HotSetServer {

  /** Of one peer; more are refused. */
  private static final int REQUESTS = 8;

  /** At the same time, for all peers: each takes memory for the whole hot set. */
  private static final int ANSWERS = 8;

  private final HotSet hot;
  private final int entries;
  private final HintSettings settings;
  private final Set<Request> open = ConcurrentHashMap.newKeySet();
  private final Queue<Request> waiting = new ConcurrentLinkedQueue<>();
  private final Map<Request, HotSetAnswer> answers = new LinkedHashMap<>();
  private volatile int size;

  private record Request(InetAddressAndPort peer, HotSetRequest pull) {}

  public HotSetServer(int entries, HintSettings settings) {
    this.hot = new HotSet(entries);
    this.entries = entries;
    this.settings = settings;
  }

  /** An interval with so many different hints begins. */
  public void begin(int hints) {
    hot.begin(hints);
  }

  public void add(ReadHint hint, int reads) {
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
  public boolean asks(InetAddressAndPort peer, HotSetRequest pull) {
    if (open.stream().filter(request -> request.peer().equals(peer)).count() >= REQUESTS) {
      return false;
    }
    Request request = new Request(peer, pull);
    if (open.add(request)) {
      waiting.add(request);
    }
    return true;
  }

  /** Starts one answer, and continues those that are under way as the peers take them. */
  public void answer(BatchEncoder encoder, HintMessages messages, int inFlight) {
    Request next = answers.size() < ANSWERS ? waiting.poll() : null;
    if (next != null) {
      answers.put(next, answer(next, encoder));
    }
    answers.forEach((request, answer) -> goOn(request.peer(), answer, messages, inFlight));
    long now = System.nanoTime();
    answers
        .entrySet()
        .removeIf(answer -> answer.getValue().isOver(now) && open.remove(answer.getKey()));
  }

  private HotSetAnswer answer(Request request, BatchEncoder encoder) {
    HintReplicas replicas = new HintReplicas();
    Map<UUID, Boolean> wanted = new HashMap<>();
    List<ReadHint> hints =
        hot.hottest(
            entries,
            hint ->
                wanted.computeIfAbsent(hint.table(), this::hasHints)
                    && replicas.isReplica(hint, request.peer(), request.pull().ranges()));
    return new HotSetAnswer(
        request.pull().id(),
        encoder.encodeHotSet(hints, System.currentTimeMillis()),
        System.nanoTime());
  }

  /** Not when it has been excluded since its reads were counted. */
  private boolean hasHints(UUID id) {
    TableMetadata table = Schema.instance.getTableMetadata(TableId.fromUUID(id));
    return table != null && settings.hasHints(table);
  }

  private static void goOn(
      InetAddressAndPort peer, HotSetAnswer answer, HintMessages messages, int inFlight) {
    boolean sent = Peers.isReachable(peer);
    while (sent) {
      Optional<EncodedBatch> next = answer.next(System.nanoTime());
      sent = next.isPresent() && isSent(next.get(), peer, answer, messages, inFlight);
    }
  }

  private static boolean isSent(
      EncodedBatch batch,
      InetAddressAndPort peer,
      HotSetAnswer answer,
      HintMessages messages,
      int inFlight) {
    boolean sent =
        messages.answer(
            peer,
            batch,
            answer.part(),
            inFlight,
            delivery -> answer.ended(batch, delivery, System.nanoTime()));
    if (!sent) {
      answer.putBack(batch);
    }
    return sent;
  }
}
