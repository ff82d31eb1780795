package io.amoeba.freshreads;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Reads for callers with Reactor. Each subscription is one read, which starts with it. Safe for
 * concurrent use.
 *
 * @param <K> type of keys
 * @param <V> type of values
 * @see BoundedReads
 */
public final class ReactiveReads<K, V> {
  private final BoundedReads<K, V> reads;

  ReactiveReads(BoundedReads<K, V> reads) {
    this.reads = reads;
  }

  /** Reads a key; empty for nil. */
  public <T> Mono<T> read(
      K key, Function<RedisClusterAsyncCommands<K, V>, RedisFuture<T>> function) {
    return Mono.fromFuture(() -> reads.read(key, function));
  }

  /** Reads a key with the server that answered and how old the answer may be. */
  public <T> Mono<Answer<T>> answer(
      K key, Function<RedisClusterAsyncCommands<K, V>, RedisFuture<T>> function) {
    return Mono.fromFuture(() -> reads.answer(key, function));
  }
}
