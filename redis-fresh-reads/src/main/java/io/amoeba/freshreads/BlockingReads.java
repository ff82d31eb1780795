package io.amoeba.freshreads;

import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads for callers that wait for each answer. The age counts until the caller's thread has the
 * answer: one that became too old while the thread slept is read again at the primary. Not for
 * threads of lettuce. Safe for concurrent use.
 *
 * @param <K> type of keys
 * @param <V> type of values
 * @see BoundedReads
 */
public final class BlockingReads<K, V> {
  private final BoundedReads<K, V> reads;
  private final Duration timeout;

  /**
   * @param timeout for each read; positive
   */
  BlockingReads(BoundedReads<K, V> reads, Duration timeout) {
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("timeout is " + timeout + ": use more than 0");
    }
    this.reads = reads;
    this.timeout = timeout;
  }

  /**
   * Reads a key.
   *
   * @return the command's answer; null for nil
   * @throws RedisCommandTimeoutException after the timeout
   */
  public <T> @Nullable T read(
      K key, Function<RedisClusterAsyncCommands<K, V>, RedisFuture<T>> function) {
    return answer(key, function).value();
  }

  /** As {@link #read}, with the server that answered and how old the answer may be. */
  public <T> Answer<T> answer(
      K key, Function<RedisClusterAsyncCommands<K, V>, RedisFuture<T>> function) {
    long deadlineNanos = System.nanoTime() + timeout.toNanos();
    Answer<T> answer = await(reads.answer(key, function), deadlineNanos);
    Answer<T> now = answer.later(reads.bound(), System.nanoTime());
    return now == null
        ? await(reads.within(Duration.ZERO).answer(key, function), deadlineNanos)
        : now;
  }

  private <T> T await(CompletableFuture<T> future, long deadlineNanos) {
    try {
      return future.get(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      future.cancel(true);
      throw new RedisCommandTimeoutException("No answer within " + timeout);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RedisCommandInterruptedException(e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException) {
        throw (RuntimeException) e.getCause();
      }
      throw new FreshReadsException("The read failed", e);
    }
  }
}
