package io.amoeba.hints.settings;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.apache.cassandra.locator.InetAddressAndPort;

/** What has happened since the start. Safe for concurrent use. */
public final class HintCounters {

  /** Reads that found room in the buffer. */
  public final LongAdder captured = new LongAdder();

  /** Parts of range reads among them. */
  public final LongAdder capturedRanges = new LongAdder();

  /** Different keys among them, interval by interval. */
  public final LongAdder deduplicated = new LongAdder();

  /** Deduplicated hints that every replica had answered, or that no other one could be sent. */
  public final LongAdder withoutTarget = new LongAdder();

  /** Hints sent, each as often as it had targets; and their batches. */
  public final LongAdder sent = new LongAdder();

  public final LongAdder sentBatches = new LongAdder();
  public final LongAdder sentBytes = new LongAdder();
  public final LongAdder received = new LongAdder();
  public final LongAdder receivedBatches = new LongAdder();
  public final LongAdder receivedBytes = new LongAdder();
  public final LongAdder applied = new LongAdder();
  public final LongAdder appliedRows = new LongAdder();

  /** Replays that a bound of rows, bytes or time has cut short; they count as applied. */
  public final LongAdder cutShort = new LongAdder();

  public final LongAdder hotSetReceived = new LongAdder();

  /** Batches of a hot set that there was no room for yet: they come again. */
  public final LongAdder hotSetPutOff = new LongAdder();

  /** How often this node has asked its peers, all at once, for their hot set. */
  public final LongAdder hotSetPulls = new LongAdder();

  private final Map<DropReason, LongAdder> dropped = new EnumMap<>(DropReason.class);

  /** By {@link #identity}: a node may come back at another address. */
  private final Map<Object, PeerCounters> peers = new ConcurrentHashMap<>();

  private final Function<InetAddressAndPort, Object> identity;
  private volatile long lagMillis;
  private volatile long senderCpuNanos;

  /**
   * @param identity what stays of a node when its address changes; the address itself of one of
   *     which nothing else is known
   */
  public HintCounters(Function<InetAddressAndPort, Object> identity) {
    this.identity = identity;
    for (DropReason reason : DropReason.values()) {
      dropped.put(reason, new LongAdder());
    }
  }

  public void drop(DropReason reason, long hints) {
    counter(reason).add(hints);
  }

  public long dropped(DropReason reason) {
    return counter(reason).sum();
  }

  private LongAdder counter(DropReason reason) {
    LongAdder counter = dropped.get(reason);
    if (counter == null) {
      throw new IllegalStateException("no counter of " + reason);
    }
    return counter;
  }

  public PeerCounters peer(InetAddressAndPort peer) {
    Object node = identity.apply(peer);
    PeerCounters early = node.equals(peer) ? null : peers.remove(peer);
    PeerCounters counters =
        peers.computeIfAbsent(node, first -> early == null ? new PeerCounters(peer) : early);
    counters.isAt(peer);
    return counters;
  }

  /** By the address that each peer was seen at last, and at which no other node is now. */
  public Map<InetAddressAndPort, PeerCounters> peers() {
    Map<InetAddressAndPort, PeerCounters> present = new HashMap<>();
    peers.forEach(
        (node, counters) -> {
          if (identity.apply(counters.endpoint()).equals(node)) {
            present.put(counters.endpoint(), counters);
          }
        });
    return present;
  }

  /**
   * From the sender's swap of its buffer to the replay of the newest batch, by both wall clocks.
   */
  public long lagMillis() {
    return lagMillis;
  }

  /** CPU time of the thread that creates hints from reads and sends them, since its start. */
  public long senderCpuNanos() {
    return senderCpuNanos;
  }

  public void senderCpu(long nanos) {
    senderCpuNanos = nanos;
  }

  /** A batch of this peer was replayed so long after its reads were answered. */
  public void lag(InetAddressAndPort peer, long millis) {
    lagMillis = Math.max(0, millis);
    peer(peer).lag(lagMillis);
  }
}
