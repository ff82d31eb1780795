package io.amoeba.freshreads;

import io.amoeba.freshreads.proof.StalenessBound;
import io.amoeba.freshreads.read.ReadRouter;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.RedisCodec;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads with one bound on their staleness. Safe for concurrent use; make one once where many reads
 * have the same bound.
 *
 * <p>The function of a read gets lettuce's commands and returns the future of one command that only
 * reads keys of the named key's hash slot. It may be called twice: for a replica, and then for the
 * primary. It must not block, since the second call comes on a thread of lettuce. A command that
 * does not read fails with {@link FreshReadsException} without being sent. Errors of Redis and
 * lettuce come as they are.
 *
 * @param <K> type of keys
 * @param <V> type of values
 */
public class BoundedReads<K, V> {
  private final ReadRouter<K, V> router;
  private final RedisCodec<K, V> codec;
  private final StalenessBound bound;

  BoundedReads(ReadRouter<K, V> router, RedisCodec<K, V> codec, StalenessBound bound) {
    this.router = router;
    this.codec = codec;
    this.bound = bound;
  }

  /**
   * Reads a key.
   *
   * @return the command's answer; fails with {@link NoFreshReplicaException} only if so configured
   */
  public <T> CompletableFuture<@Nullable T> read(
      K key, Function<RedisClusterAsyncCommands<K, V>, RedisFuture<T>> function) {
    return router.value(hashSlot(key), bound, function);
  }

  /** As {@link #read}, with the server that answered and how old the answer may be. */
  public <T> CompletableFuture<Answer<T>> answer(
      K key, Function<RedisClusterAsyncCommands<K, V>, RedisFuture<T>> function) {
    return router.answer(hashSlot(key), bound, function);
  }

  private int hashSlot(K key) {
    return key instanceof byte[]
        ? SlotHash.getSlot((byte[]) key)
        : SlotHash.getSlot(codec.encodeKey(key));
  }

  /**
   * Reads that are at most so stale: zero for the primary, or 10 ms to 10 minutes. A bound below
   * about twice the interval of heartbeats mostly finds no proof, and reads at the primary.
   *
   * @throws IllegalArgumentException for any other bound
   */
  public BoundedReads<K, V> within(Duration maxStaleness) {
    if (!FreshReadsConfigCheck.isBound(maxStaleness)) {
      throw new IllegalArgumentException(
          FreshReadsConfigCheck.boundProblem("maxStaleness", maxStaleness));
    }
    return new BoundedReads<>(router, codec, bound.within(maxStaleness));
  }

  /** This moment. Taken after an own write was acknowledged, {@link #after} makes reads see it. */
  public WriteMark mark() {
    return new WriteMark(System.nanoTime());
  }

  /**
   * Reads that also see everything that was written before the mark, wherever they are answered. Of
   * several marks the latest counts.
   */
  public BoundedReads<K, V> after(WriteMark mark) {
    return new BoundedReads<>(router, codec, bound.after(mark.nanos()));
  }

  /** The same reads for callers that wait for each answer. */
  public BlockingReads<K, V> blocking(Duration timeout) {
    return new BlockingReads<>(this, timeout);
  }

  /** The same reads for callers with Reactor. */
  public ReactiveReads<K, V> reactive() {
    return new ReactiveReads<>(this);
  }

  StalenessBound bound() {
    return bound;
  }
}
