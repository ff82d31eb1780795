package io.amoeba.freshreads.read;

import io.amoeba.freshreads.FreshReadsConfig;
import io.amoeba.freshreads.FreshReadsConfig.Balance;
import io.amoeba.freshreads.FreshReadsConfig.Evidence;
import io.amoeba.freshreads.FreshReadsConfig.WithoutFreshReplica;
import io.amoeba.freshreads.link.HeartbeatSettings;
import io.amoeba.freshreads.link.LinkSettings;
import io.amoeba.freshreads.proof.StalenessBound;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What the reads of all shards have in common. Immutable but for the counts. */
public final class ReadSettings<K, V> {
  private static final long SHORTEST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LONGEST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final int TICKS_PER_INTERVAL = 5;

  /** Heartbeats per read. */
  private static final double NO_LIMIT = 1;

  private final FreshReadsConfig config;
  private final LinkSettings<K, V> links;
  private final Runnable trouble;
  private final StalenessBound bound;
  private final HedgeSettings hedge;
  private final HeartbeatSettings heartbeat;
  private final ReadCounts counts = new ReadCounts();
  private final HeartbeatCounts heartbeats = new HeartbeatCounts();

  /**
   * @param trouble called when a heartbeat contradicts the known topology
   */
  public ReadSettings(FreshReadsConfig config, LinkSettings<K, V> links, Runnable trouble) {
    this.config = config;
    this.links = links;
    this.trouble = trouble;
    this.bound = StalenessBound.of(config.maxStaleness());
    this.hedge = new HedgeSettings(config.hedgeAfter());
    // Where reads fail without a proof, or all of them need one, it may not depend on their number.
    boolean limited = !failsWithoutFreshReplica() && !replicasFirst();
    this.heartbeat =
        new HeartbeatSettings(
            config.heartbeatEvery(),
            limited ? config.heartbeatShare() : NO_LIMIT,
            config.evidence() == Evidence.HEARTBEATS);
  }

  /** How often the timer has to look. */
  public long tickNanos() {
    long interval = config.heartbeatEvery().toNanos();
    @Nullable Duration hedgeAfter = config.hedgeAfter();
    if (hedgeAfter != null) {
      interval = Math.min(interval, hedgeAfter.toNanos());
    }
    return Math.max(
        SHORTEST_TICK_NANOS, Math.min(interval / TICKS_PER_INTERVAL, LONGEST_TICK_NANOS));
  }

  boolean failsWithoutFreshReplica() {
    return config.withoutFreshReplica() == WithoutFreshReplica.FAIL;
  }

  /** Whether the primary is left alone while a replica is fresh. */
  public boolean replicasFirst() {
    return config.balance() == Balance.REPLICAS_FIRST;
  }

  boolean absentFromReplica() {
    return config.absentFromReplica();
  }

  double primaryPatience() {
    return config.primaryPatience();
  }

  /** The bound of reads without their own one. */
  public StalenessBound bound() {
    return bound;
  }

  LinkSettings<K, V> links() {
    return links;
  }

  Runnable trouble() {
    return trouble;
  }

  HedgeSettings hedge() {
    return hedge;
  }

  HeartbeatSettings heartbeat() {
    return heartbeat;
  }

  public ReadCounts counts() {
    return counts;
  }

  public HeartbeatCounts heartbeats() {
    return heartbeats;
  }
}
