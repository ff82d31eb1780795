package io.amoeba.freshreads.read;

import io.amoeba.freshreads.choice.NodeLoad;
import io.amoeba.freshreads.choice.ReplicaChoice;
import io.amoeba.freshreads.link.HeartbeatOutcome;
import io.amoeba.freshreads.link.PrimaryLink;
import io.amoeba.freshreads.link.ReplicaConnection;
import io.amoeba.freshreads.link.ReplicaLink;
import io.amoeba.freshreads.link.Topology;
import io.amoeba.freshreads.proof.StalenessBound;
import io.amoeba.freshreads.shard.Shard;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * The links, loads and reads of one shard. {@link #tick}, {@link #update} and {@link #close} belong
 * to the timer's thread; otherwise safe for concurrent use, without locks.
 */
public final class ShardReads<K, V> {
  private final ReadSettings<K, V> settings;
  private final NodeLoad primaryLoad = new NodeLoad();
  private final PrimaryLink primary;
  private final List<ReplicaLink<K, V>> replicas;
  private final List<UnansweredReads> unanswered = new ArrayList<>();
  private final NodeLoad[] loads;
  private final ReplicaChoice choice;
  private final HedgeBudget hedges = new HedgeBudget();
  private final LongAdder reads = new LongAdder();
  private final LongAdder replicaReads = new LongAdder();
  private volatile Shard shard;
  private volatile String heartbeatKey;
  private volatile byte[] heartbeatKeyBytes;

  ShardReads(Shard shard, String heartbeatKey, Topology topology, ReadSettings<K, V> settings) {
    this.shard = shard;
    this.settings = settings;
    this.heartbeatKey = heartbeatKey;
    this.heartbeatKeyBytes = heartbeatKey.getBytes(StandardCharsets.US_ASCII);
    this.primary =
        new PrimaryLink(
            shard.primary(),
            topology.uri(shard.primary()),
            settings.links(),
            primaryLoad,
            settings.heartbeat(),
            this::heartbeat);
    this.replicas =
        shard.replicas().stream()
            .limit(ReplicaChoice.MOST_REPLICAS)
            .map(
                node ->
                    new ReplicaLink<>(node, topology.uri(node), settings.links(), primary.marks()))
            .collect(Collectors.toUnmodifiableList());
    replicas.forEach(replica -> unanswered.add(new UnansweredReads()));
    this.loads = replicas.stream().map(ReplicaLink::load).toArray(NodeLoad[]::new);
    this.choice = new ReplicaChoice(settings.primaryPatience(), System.nanoTime());
  }

  private void heartbeat(HeartbeatOutcome outcome) {
    settings.heartbeats().count(outcome);
    if (outcome == HeartbeatOutcome.ACKNOWLEDGED) {
      byte[] key = heartbeatKeyBytes;
      for (ReplicaLink<K, V> replica : replicas) {
        replica.probe(key);
      }
    } else if (outcome == HeartbeatOutcome.OFFSETS) {
      replicas.forEach(ReplicaLink::probePosition);
    } else if (outcome != HeartbeatOutcome.REFUSED) {
      settings.trouble().run();
    }
  }

  /** Whether the same servers still form the shard, so that its links and proofs stay. */
  boolean hasNodesOf(Shard other) {
    return shard.primary().equals(other.primary()) && shard.replicas().equals(other.replicas());
  }

  /** Takes changed hash slots. */
  void update(Shard changed, String changedHeartbeatKey) {
    shard = changed;
    heartbeatKey = changedHeartbeatKey;
    heartbeatKeyBytes = changedHeartbeatKey.getBytes(StandardCharsets.US_ASCII);
  }

  public Shard shard() {
    return shard;
  }

  String heartbeatKey() {
    return heartbeatKey;
  }

  /** The way to the primary. */
  public PrimaryLink primary() {
    return primary;
  }

  public NodeLoad primaryLoad() {
    return primaryLoad;
  }

  public List<ReplicaLink<K, V>> replicas() {
    return replicas;
  }

  /** The part of the reads that may go to replicas, 0 … 1. */
  public double share() {
    return settings.replicasFirst() ? 1 : choice.share();
  }

  /** Counts a read of this shard; heartbeats are a part of them. */
  void counted() {
    reads.increment();
  }

  /** The replicas whose usual answer would be within the bound, one bit for each. */
  int fresh(StalenessBound bound, long nowNanos) {
    int set = 0;
    for (int i = 0; i < replicas.size(); i++) {
      ReplicaLink<K, V> replica = replicas.get(i);
      ReplicaConnection<K, V> connection = replica.connection();
      long answerNanos = nowNanos + replica.load().averageNanos();
      if (connection != null && bound.admits(connection.provenNanos(), answerNanos)) {
        set |= 1 << i;
      }
    }
    return set;
  }

  /** The number of the replica to ask, or {@link ReplicaChoice#PRIMARY}. */
  int choose(int fresh) {
    if (fresh == 0) {
      return ReplicaChoice.PRIMARY;
    }
    long random = ThreadLocalRandom.current().nextLong();
    return settings.replicasFirst()
        ? ReplicaChoice.chooseReplica(loads, fresh, random)
        : choice.choose(primaryLoad, loads, fresh, random);
  }

  /**
   * Whether a read may leave the primary for a replica that somebody else picks: all of them are
   * fresh, and the load asks for it.
   */
  boolean leavesPrimary(StalenessBound bound, long nowNanos) {
    counted();
    return !replicas.isEmpty()
        && Integer.bitCount(fresh(bound, nowNanos)) == replicas.size()
        && (settings.replicasFirst() || choice.balances(ThreadLocalRandom.current().nextLong()));
  }

  /** A read is about to be sent to a replica. */
  void sent(int replica, FreshRead<K, V, ?, ?> read, long nowNanos) {
    replicaReads.increment();
    replicas.get(replica).load().sent(nowNanos);
    unanswered.get(replica).add(read);
  }

  /** Keeps links, sends heartbeats, adjusts the balance, and asks late reads at the primary. */
  void tick(long nowNanos) {
    primary.tick(nowNanos, heartbeatKey, reads.sum(), heartbeatWantedNanos());
    hedges.refill(replicaReads.sum());
    for (int i = 0; i < replicas.size(); i++) {
      ReplicaLink<K, V> replica = replicas.get(i);
      replica.tick(nowNanos);
      long hedgeAfterNanos = settings.hedge().afterNanos(replica.load().medianNanos(nowNanos));
      if (unanswered.get(i).sweep(nowNanos, hedgeAfterNanos, settings.hedge(), hedges)) {
        replica.stall();
      }
    }
    choice.adjust(primaryLoad, loads, fresh(settings.bound(), nowNanos), nowNanos);
  }

  /** Proofs must not lapse while replicas serve reads; probes decide whether they should. */
  private long heartbeatWantedNanos() {
    if (choice.explores()) {
      return 0;
    }
    return choice.share() > 0 ? settings.bound().maxAgeNanos() / 2 : Long.MAX_VALUE;
  }

  void close() {
    primary.close();
    replicas.forEach(ReplicaLink::close);
  }
}
