package io.amoeba.freshreads.read;

import io.amoeba.freshreads.Answer;
import io.amoeba.freshreads.link.Topology;
import io.amoeba.freshreads.proof.AbsentAnswer;
import io.amoeba.freshreads.proof.StalenessBound;
import io.amoeba.freshreads.shard.HeartbeatKeys;
import io.amoeba.freshreads.shard.Shard;
import io.amoeba.freshreads.shard.ShardTable;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.Value;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Leads each read to the shard of its hash slot. {@link #follow}, {@link #tick} and {@link #close}
 * belong to the timer's thread; otherwise safe for concurrent use, without locks.
 */
public final class ReadRouter<K, V> {
  private final ReadSettings<K, V> settings;
  private final Supplier<RedisClusterAsyncCommands<K, V>> primaries;
  private final HeartbeatKeys heartbeatKeys;
  private final ShardTable<ShardReads<K, V>> table = new ShardTable<>();
  private final AbsentAnswer absent =
      new AbsentAnswer(one -> one instanceof Value && !((Value<?>) one).hasValue());
  private boolean closed;

  /**
   * @param primaries the commands of now that lettuce sends to primaries
   */
  public ReadRouter(
      ReadSettings<K, V> settings,
      Supplier<RedisClusterAsyncCommands<K, V>> primaries,
      HeartbeatKeys heartbeatKeys) {
    this.settings = settings;
    this.primaries = primaries;
    this.heartbeatKeys = heartbeatKeys;
  }

  /** Reads the value. */
  public <T> CompletableFuture<@Nullable T> value(
      int hashSlot,
      StalenessBound bound,
      Function<RedisClusterAsyncCommands<K, V>, RedisFuture<T>> function) {
    FreshRead.OfValue<K, V, T> read =
        new FreshRead.OfValue<>(this, table.of(hashSlot), bound, function);
    read.start();
    return read;
  }

  /** Reads the value with its source. */
  public <T> CompletableFuture<Answer<T>> answer(
      int hashSlot,
      StalenessBound bound,
      Function<RedisClusterAsyncCommands<K, V>, RedisFuture<T>> function) {
    FreshRead.OfAnswer<K, V, T> read =
        new FreshRead.OfAnswer<>(this, table.of(hashSlot), bound, function);
    read.start();
    return read;
  }

  /**
   * Whether a read that lettuce sends itself may leave the primary: all replicas of its shard are
   * within the bound now, and the load asks for it.
   */
  public boolean leavesPrimary(int hashSlot) {
    ShardReads<K, V> shard = table.of(hashSlot);
    return shard != null && shard.leavesPrimary(settings.bound(), System.nanoTime());
  }

  /**
   * The addresses of the replicas that are read beside a primary.
   *
   * @return none if the primary is unknown
   */
  public Set<String> replicasOf(String primaryAddress) {
    for (ShardReads<K, V> shard : table.all()) {
      if (shard.shard().primary().address().equals(primaryAddress)) {
        return shard.replicas().stream()
            .map(replica -> replica.node().address())
            .collect(Collectors.toUnmodifiableSet());
      }
    }
    return Set.of();
  }

  /** Takes a changed cluster. Shards of the same servers keep their links and proofs. */
  public void follow(Topology topology) {
    if (closed) {
      return;
    }
    List<ShardReads<K, V>> former = table.all();
    List<ShardReads<K, V>> next = new ArrayList<>();
    for (Shard shard : topology.shards()) {
      ShardReads<K, V> kept = sameNodes(former, shard);
      String key = heartbeatKeys.key(shard, kept == null ? null : kept.heartbeatKey());
      if (key == null) {
        continue;
      }
      if (kept == null) {
        next.add(new ShardReads<>(shard, key, topology, settings));
      } else {
        kept.update(shard, key);
        next.add(kept);
      }
    }
    table.replace(next, ShardReads::shard);
    for (ShardReads<K, V> old : former) {
      if (!next.contains(old)) {
        old.close();
      }
    }
  }

  private @Nullable ShardReads<K, V> sameNodes(List<ShardReads<K, V>> former, Shard shard) {
    for (ShardReads<K, V> candidate : former) {
      if (candidate.hasNodesOf(shard)) {
        return candidate;
      }
    }
    return null;
  }

  /** Lets each shard do what is due. */
  public void tick() {
    if (settings.bound().isPrimaryOnly()) {
      return;
    }
    for (ShardReads<K, V> shard : table.all()) {
      shard.tick(System.nanoTime());
    }
  }

  /** Ends all links. */
  public void close() {
    closed = true;
    table.all().forEach(ShardReads::close);
  }

  /** All shards, for reports. */
  public List<ShardReads<K, V>> shards() {
    return table.all();
  }

  public ReadSettings<K, V> settings() {
    return settings;
  }

  ReadCounts counts() {
    return settings.counts();
  }

  AbsentAnswer absent() {
    return absent;
  }

  RedisClusterAsyncCommands<K, V> primaries() {
    return primaries.get();
  }
}
