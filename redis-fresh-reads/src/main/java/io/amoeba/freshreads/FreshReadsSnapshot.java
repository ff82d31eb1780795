package io.amoeba.freshreads;

import io.amoeba.freshreads.FreshReadsConfig.Evidence;
import io.amoeba.freshreads.link.HeartbeatOutcome;
import io.amoeba.freshreads.link.ReplicaConnection;
import io.amoeba.freshreads.link.ReplicaLink;
import io.amoeba.freshreads.proof.ReplicaProof;
import io.amoeba.freshreads.read.ReadCounts;
import io.amoeba.freshreads.read.ReadRouter;
import io.amoeba.freshreads.read.Refusal;
import io.amoeba.freshreads.read.ShardReads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Counts since the opening, and the state of every shard at one moment. Immutable. */
public final class FreshReadsSnapshot {
  private final long primaryAnswers;
  private final long replicaAnswers;
  private final long hedges;
  private final long withoutFreshReplica;
  private final long failures;
  private final Duration primaryTime;
  private final Duration replicaTime;
  private final Duration provenAgeSum;
  private final Duration largestProvenAge;
  private final Map<String, Long> refusals;
  private final Map<String, Long> heartbeats;
  private final List<ShardState> shards;

  private FreshReadsSnapshot(ReadRouter<?, ?> router, long nowNanos) {
    ReadCounts counts = router.settings().counts();
    this.primaryAnswers = counts.primaryAnswers();
    this.replicaAnswers = counts.replicaAnswers();
    this.hedges = counts.hedges();
    this.withoutFreshReplica = counts.withoutReplica();
    this.failures = counts.failures();
    this.primaryTime = Duration.ofNanos(counts.primaryNanos());
    this.replicaTime = Duration.ofNanos(counts.replicaNanos());
    this.provenAgeSum = Duration.ofNanos(counts.ageNanos());
    this.largestProvenAge = Duration.ofNanos(counts.largestAgeNanos());
    Map<String, Long> byReason = new TreeMap<>();
    for (Refusal refusal : Refusal.values()) {
      byReason.put(refusal.name().toLowerCase(Locale.ROOT), counts.refusals(refusal));
    }
    this.refusals = Map.copyOf(byReason);
    Map<String, Long> byOutcome = new TreeMap<>();
    for (HeartbeatOutcome outcome : HeartbeatOutcome.values()) {
      byOutcome.put(
          outcome.name().toLowerCase(Locale.ROOT), router.settings().heartbeats().counted(outcome));
    }
    this.heartbeats = Map.copyOf(byOutcome);
    List<ShardState> states = new ArrayList<>();
    for (ShardReads<?, ?> shard : router.shards()) {
      states.add(new ShardState(shard, nowNanos));
    }
    this.shards = List.copyOf(states);
  }

  static FreshReadsSnapshot of(ReadRouter<?, ?> router) {
    return new FreshReadsSnapshot(router, System.nanoTime());
  }

  public long primaryAnswers() {
    return primaryAnswers;
  }

  public long replicaAnswers() {
    return replicaAnswers;
  }

  /** Reads that were also sent to the primary before the replica had answered. */
  public long hedges() {
    return hedges;
  }

  /** Reads that found no replica within the bound, in a shard with replicas. */
  public long withoutFreshReplica() {
    return withoutFreshReplica;
  }

  /** Reads that ended with an error. */
  public long failures() {
    return failures;
  }

  /** Sum of the times from a call to the hand-over of the primary's answer. */
  public Duration primaryTime() {
    return primaryTime;
  }

  /** Sum of the times from a call to the hand-over of a replica's answer. */
  public Duration replicaTime() {
    return replicaTime;
  }

  /** Sum of the proven ages of all answers of replicas that were handed over. */
  public Duration provenAgeSum() {
    return provenAgeSum;
  }

  /** Of all answers of replicas that were handed over. */
  public Duration largestProvenAge() {
    return largestProvenAge;
  }

  /**
   * Replicas' answers that were not handed over, by reason: old, absent, error, late, command. The
   * primary was asked instead.
   */
  public Map<String, Long> refusals() {
    return refusals;
  }

  /** Heartbeats by outcome: acknowledged, offsets, moved, refused, lost. */
  public Map<String, Long> heartbeats() {
    return heartbeats;
  }

  public List<ShardState> shards() {
    return shards;
  }

  /** One shard at that moment. Immutable. */
  public static final class ShardState {
    private final String primary;
    private final double share;
    private final Duration primaryLatency;
    private final Optional<Evidence> evidence;
    private final Optional<String> refusal;
    private final List<ReplicaState> replicas;

    ShardState(ShardReads<?, ?> shard, long nowNanos) {
      this.primary = shard.shard().primary().address();
      this.share = shard.share();
      this.primaryLatency = Duration.ofNanos(shard.primaryLoad().medianNanos(nowNanos));
      this.evidence = evidence(shard.primary().outcome());
      this.refusal = Optional.ofNullable(shard.primary().refusal());
      List<ReplicaState> states = new ArrayList<>();
      for (ReplicaLink<?, ?> replica : shard.replicas()) {
        states.add(new ReplicaState(replica, nowNanos));
      }
      this.replicas = List.copyOf(states);
    }

    private static Optional<Evidence> evidence(HeartbeatOutcome latest) {
      switch (latest) {
        case ACKNOWLEDGED:
          return Optional.of(Evidence.HEARTBEATS);
        case OFFSETS:
          return Optional.of(Evidence.OFFSETS);
        default:
          return Optional.empty();
      }
    }

    /** {@code host:port}. */
    public String primary() {
      return primary;
    }

    /** What new proofs rest on; empty while there are none, and reads go to the primary. */
    public Optional<Evidence> evidence() {
      return evidence;
    }

    /** The code of the error by which the primary refuses heartbeats, such as OOM. */
    public Optional<String> refusal() {
      return refusal;
    }

    /** The part of the reads that may go to replicas, 0 … 1. */
    public double share() {
      return share;
    }

    /** Median of the latest reads and probes; zero before the first. */
    public Duration primaryLatency() {
      return primaryLatency;
    }

    public List<ReplicaState> replicas() {
      return replicas;
    }
  }

  /** One replica at that moment. Immutable. */
  public static final class ReplicaState {
    private final String node;
    private final Optional<Duration> provenAge;
    private final Duration latency;
    private final int inFlight;

    ReplicaState(ReplicaLink<?, ?> replica, long nowNanos) {
      this.node = replica.node().address();
      ReplicaConnection<?, ?> connection = replica.connection();
      long proven = connection == null ? ReplicaProof.NONE : connection.provenNanos();
      this.provenAge =
          proven == ReplicaProof.NONE
              ? Optional.empty()
              : Optional.of(Duration.ofNanos(nowNanos - proven));
      this.latency = Duration.ofNanos(replica.load().medianNanos(nowNanos));
      this.inFlight = replica.load().inFlight();
    }

    /** {@code host:port}. */
    public String node() {
      return node;
    }

    /** Time since the proven moment; empty while nothing is proven. */
    public Optional<Duration> provenAge() {
      return provenAge;
    }

    /** Median of the latest reads and probes; zero before the first. */
    public Duration latency() {
      return latency;
    }

    /** Reads without an answer yet. */
    public int inFlight() {
      return inFlight;
    }
  }
}
