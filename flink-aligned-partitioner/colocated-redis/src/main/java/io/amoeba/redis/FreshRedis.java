package io.amoeba.redis;

import io.amoeba.freshreads.Answer;
import io.amoeba.freshreads.BoundedReads;
import io.amoeba.freshreads.WriteMark;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.RedisCodec;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An operator's reads that replicas may answer, never staler than their bound ({@link
 * BoundedReads}). By default the primary answers while it is fast, so on its own host; replicas
 * help when it is loaded. Not for values that are written back: those must come from the primary.
 *
 * <p>Each read counts as local or remote by the host of its key's primary, even if a replica
 * answers. The gauges {@code amoeba.redis.freshReads.primaryAnswers} and {@code .replicaAnswers} of
 * the operator tell who did. Confined to the operator's task thread, and usable until its {@link
 * ColocatedRedis} is closed; answers come on other threads, unless {@link ColocatedRedis#await}
 * waits for them.
 *
 * @param <K> type of keys
 * @param <V> type of values
 */
public final class FreshRedis<K, V> {
  private final BoundedReads<K, V> reads;
  private final RedisCodec<K, V> codec;
  private final IntConsumer requestsByHashSlot;
  private final AnswerCounts answers;

  /**
   * @param requestsByHashSlot counts a request on a hash slot
   */
  FreshRedis(
      BoundedReads<K, V> reads,
      RedisCodec<K, V> codec,
      IntConsumer requestsByHashSlot,
      AnswerCounts answers) {
    this.reads = reads;
    this.codec = codec;
    this.requestsByHashSlot = requestsByHashSlot;
    this.answers = answers;
  }

  /**
   * Reads a key.
   *
   * @param function returns the future of one command that only reads keys of the named key's hash
   *     slot; may be called twice, on another thread, and must not block
   * @return the command's answer; null for nil
   */
  public <T> CompletableFuture<@Nullable T> read(
      K key, Function<RedisClusterAsyncCommands<K, V>, RedisFuture<T>> function) {
    return answer(key, function).thenApply(Answer::value);
  }

  /** As {@link #read}, with the server that answered and how old the answer may be. */
  public <T> CompletableFuture<Answer<T>> answer(
      K key, Function<RedisClusterAsyncCommands<K, V>, RedisFuture<T>> function) {
    requestsByHashSlot.accept(hashSlot(key));
    return reads.answer(key, function).thenApply(answers::counted);
  }

  private int hashSlot(K key) {
    return key instanceof byte[]
        ? SlotHash.getSlot((byte[]) key)
        : SlotHash.getSlot(codec.encodeKey(key));
  }

  /**
   * Reads with another bound, as {@link BoundedReads#within}.
   *
   * @throws IllegalArgumentException unless it is zero, or 10 ms to 10 minutes
   */
  public FreshRedis<K, V> within(Duration maxStaleness) {
    return with(reads.within(maxStaleness));
  }

  /** Reads that also see everything that was written before the mark. */
  public FreshRedis<K, V> after(WriteMark mark) {
    return with(reads.after(mark));
  }

  /** This moment. Taken after an own write was acknowledged, {@link #after} makes reads see it. */
  public WriteMark mark() {
    return reads.mark();
  }

  private FreshRedis<K, V> with(BoundedReads<K, V> others) {
    return new FreshRedis<>(others, codec, requestsByHashSlot, answers);
  }
}
