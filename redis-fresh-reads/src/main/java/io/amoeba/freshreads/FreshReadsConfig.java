package io.amoeba.freshreads;

import java.io.Serializable;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How stale an answer may be, and how that is ensured. {@link Builder#build} reports all mistakes
 * at once. Equal by its settings, serializable as part of a job, immutable.
 */
public final class FreshReadsConfig implements Serializable {
  private static final long serialVersionUID = 1L;

  /** What a read does while no replica of its shard is proven to be fresh. */
  public enum WithoutFreshReplica {
    /** The primary answers. */
    PRIMARY,
    /**
     * The read fails with {@link NoFreshReplicaException}, which protects a primary that cannot
     * serve all reads. A shard without replicas is read at the primary nevertheless.
     */
    FAIL
  }

  /** Which node is asked first. */
  public enum Balance {
    /** The primary while it is fast; replicas take over what it cannot serve as fast. */
    BY_LOAD,
    /** A fresh replica, the least loaded one; the primary only where none is fresh. */
    REPLICAS_FIRST
  }

  /** What proves how fresh a replica is. */
  public enum Evidence {
    /**
     * Heartbeats that this process writes to the primary; replication offsets while the primary
     * refuses them.
     */
    HEARTBEATS,
    /** Replication offsets alone, which cost more. For users who may write nothing. */
    OFFSETS
  }

  private final Duration maxStaleness;
  private final Duration heartbeatEvery;
  private final double heartbeatShare;
  private final String heartbeatKey;
  private final @Nullable Duration hedgeAfter;
  private final boolean absentFromReplica;
  private final WithoutFreshReplica withoutFreshReplica;
  private final Balance balance;
  private final double primaryPatience;
  private final Evidence evidence;

  FreshReadsConfig(Builder builder, Duration maxStaleness, Duration heartbeatEvery) {
    this.maxStaleness = maxStaleness;
    this.heartbeatEvery = heartbeatEvery;
    this.heartbeatShare = builder.heartbeatShare;
    this.heartbeatKey = builder.heartbeatKey;
    this.hedgeAfter = builder.hedgeAfter;
    this.absentFromReplica = builder.absentFromReplica;
    this.withoutFreshReplica = builder.withoutFreshReplica;
    this.balance = builder.balance;
    this.primaryPatience = builder.primaryPatience;
    this.evidence = builder.evidence;
  }

  /** Starts a configuration, whose maximum staleness must be set. */
  public static Builder builder() {
    return new Builder();
  }

  /** A configuration with defaults for everything but the maximum staleness. */
  public static FreshReadsConfig of(Duration maxStaleness) {
    return builder().maxStaleness(maxStaleness).build();
  }

  /** The bound of reads without their own one; zero: the primary answers all of them. */
  public Duration maxStaleness() {
    return maxStaleness;
  }

  /** Shortest interval between two heartbeats in a shard. */
  public Duration heartbeatEvery() {
    return heartbeatEvery;
  }

  /** Heartbeats per read of this process, at most; 0 … 1. */
  public double heartbeatShare() {
    return heartbeatShare;
  }

  /** What the keys of heartbeats start with. */
  public String heartbeatKey() {
    return heartbeatKey;
  }

  /** When an unanswered read is sent to the primary, too; null: it follows the latencies. */
  public @Nullable Duration hedgeAfter() {
    return hedgeAfter;
  }

  /** Whether a replica's answer that shows no value is taken. */
  public boolean absentFromReplica() {
    return absentFromReplica;
  }

  public WithoutFreshReplica withoutFreshReplica() {
    return withoutFreshReplica;
  }

  public Balance balance() {
    return balance;
  }

  /** How much slower than the fastest fresh replica the primary may be; 0.1 stands for 10 %. */
  public double primaryPatience() {
    return primaryPatience;
  }

  public Evidence evidence() {
    return evidence;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof FreshReadsConfig)) {
      return false;
    }
    FreshReadsConfig that = (FreshReadsConfig) other;
    return maxStaleness.equals(that.maxStaleness)
        && heartbeatEvery.equals(that.heartbeatEvery)
        && Double.compare(heartbeatShare, that.heartbeatShare) == 0
        && heartbeatKey.equals(that.heartbeatKey)
        && Objects.equals(hedgeAfter, that.hedgeAfter)
        && absentFromReplica == that.absentFromReplica
        && withoutFreshReplica == that.withoutFreshReplica
        && balance == that.balance
        && Double.compare(primaryPatience, that.primaryPatience) == 0
        && evidence == that.evidence;
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        maxStaleness,
        heartbeatEvery,
        heartbeatShare,
        heartbeatKey,
        hedgeAfter,
        absentFromReplica,
        withoutFreshReplica,
        balance,
        primaryPatience,
        evidence);
  }

  /** Collects the settings; confined to one thread. */
  public static final class Builder {
    @Nullable Duration maxStaleness;
    @Nullable Duration heartbeatEvery;
    double heartbeatShare = 0.01;
    String heartbeatKey = "amoeba:fresh:";
    @Nullable Duration hedgeAfter;
    boolean absentFromReplica;
    WithoutFreshReplica withoutFreshReplica = WithoutFreshReplica.PRIMARY;
    Balance balance = Balance.BY_LOAD;
    double primaryPatience = 0.1;
    Evidence evidence = Evidence.HEARTBEATS;

    private Builder() {}

    /** 10 ms to 10 minutes, or zero for the primary only. No default. */
    public Builder maxStaleness(Duration value) {
      this.maxStaleness = value;
      return this;
    }

    /**
     * 1 ms to half of {@code maxStaleness}; by default a quarter of it, 250 ms at most. The age of
     * an answer is about 1.5 times this interval, plus round trips.
     */
    public Builder heartbeatEvery(Duration value) {
      this.heartbeatEvery = value;
      return this;
    }

    /**
     * Limits heartbeats to this part of the own reads in the shard, 0.001 to 0.5; 0.01 by default.
     * The limit is ten times as high while the primary looks slow, or replicas serve reads. A
     * process that reads less finds a proof less often, and reads at the primary meanwhile. Not
     * applied with {@link WithoutFreshReplica#FAIL} and {@link Balance#REPLICAS_FIRST}.
     */
    public Builder heartbeatShare(double value) {
      this.heartbeatShare = value;
      return this;
    }

    /** What keys of heartbeats start with; {@code amoeba:fresh:} by default. */
    public Builder heartbeatKey(String value) {
      this.heartbeatKey = value;
      return this;
    }

    /**
     * When a read that a replica has not answered is sent to the primary, too: 1 ms to {@code
     * maxStaleness}. By default after 20 times the usual latency, 50 ms at most.
     */
    public Builder hedgeAfter(Duration value) {
      this.hedgeAfter = value;
      return this;
    }

    /**
     * With true, also nil, zero and empty answers of replicas are taken. Only for clusters whose
     * hash slots never move: the replica of a hash slot's former owner answers nil for all of its
     * keys.
     */
    public Builder absentFromReplica(boolean value) {
      this.absentFromReplica = value;
      return this;
    }

    /** Whether the primary answers, or the read fails; the primary by default. */
    public Builder withoutFreshReplica(WithoutFreshReplica value) {
      this.withoutFreshReplica = value;
      return this;
    }

    /** Which node is asked first; by load by default. */
    public Builder balance(Balance value) {
      this.balance = value;
      return this;
    }

    /** 0 to 10; 0.1 by default: replicas help when the primary is more than 10 % slower. */
    public Builder primaryPatience(double value) {
      this.primaryPatience = value;
      return this;
    }

    /**
     * What proves how fresh a replica is; heartbeats by default. With offsets the user needs no
     * right to write, and {@code heartbeatEvery} and {@code heartbeatShare} count questions.
     */
    public Builder evidence(Evidence value) {
      this.evidence = value;
      return this;
    }

    /**
     * The finished configuration.
     *
     * @throws IllegalArgumentException that lists every mistake with key, value and remedy
     */
    public FreshReadsConfig build() {
      return FreshReadsConfigCheck.checked(this);
    }
  }
}
