package io.amoeba.linearroad.job.redis;

import io.amoeba.redis.ColocatedRedis;
import io.amoeba.redis.FreshRedis;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.UnifiedJedis;

/**
 * One request on a hash of Redis: made either with others, by lettuce, or alone, by Jedis.
 * Immutable.
 *
 * @param <R> answer
 */
public sealed interface HashRequest<R> {
  /** The hash slot 0 … 16383 of the hash's key. */
  int hashSlot();

  /**
   * Makes the request; without automatic flushing it is not sent yet.
   *
   * @param fresh for requests that replicas may answer, which it sends at once; null: none
   */
  CompletableFuture<R> send(
      ColocatedRedis<String, String> redis, @Nullable FreshRedis<String, String> fresh);

  /** Makes the request and returns its answer. */
  R ask(UnifiedJedis commands);

  /** The same request with a function of its answer. */
  default <T> HashRequest<T> map(Function<? super R, ? extends T> answer) {
    return new Mapped<>(this, answer);
  }

  /** Sets a field; answers whether it is new. */
  record SetField(int hashSlot, String key, String field, String value)
      implements HashRequest<Boolean> {
    @Override
    public CompletableFuture<Boolean> send(
        ColocatedRedis<String, String> redis, @Nullable FreshRedis<String, String> fresh) {
      return redis.onHashSlot(hashSlot).hset(key, field, value).toCompletableFuture();
    }

    @Override
    public Boolean ask(UnifiedJedis commands) {
      return commands.hset(key, field, value) > 0;
    }
  }

  /** Gets fields; answers their values in the same order, null where there is none. */
  record GetFields(int hashSlot, String key, List<String> fields)
      implements HashRequest<List<@Nullable String>> {
    @Override
    public CompletableFuture<List<@Nullable String>> send(
        ColocatedRedis<String, String> redis, @Nullable FreshRedis<String, String> fresh) {
      return command(redis.onHashSlot(hashSlot)).thenApply(GetFields::values).toCompletableFuture();
    }

    private RedisFuture<List<KeyValue<String, String>>> command(
        RedisClusterAsyncCommands<String, String> commands) {
      return commands.hmget(key, names());
    }

    @Override
    public List<@Nullable String> ask(UnifiedJedis commands) {
      return commands.hmget(key, names());
    }

    private String[] names() {
      return fields.toArray(String[]::new);
    }

    private static List<@Nullable String> values(List<KeyValue<String, String>> answer) {
      List<@Nullable String> values = new ArrayList<>(answer.size());
      for (KeyValue<String, String> field : answer) {
        values.add(field.hasValue() ? field.getValue() : null);
      }
      return values;
    }
  }

  /** Gets fields whose values never change once they are there: a replica may answer. */
  record GetPastFields(GetFields request) implements HashRequest<List<@Nullable String>> {
    @Override
    public int hashSlot() {
      return request.hashSlot();
    }

    @Override
    public CompletableFuture<List<@Nullable String>> send(
        ColocatedRedis<String, String> redis, @Nullable FreshRedis<String, String> fresh) {
      return fresh == null
          ? request.send(redis, null)
          : fresh.read(request.key(), request::command).thenApply(GetFields::values);
    }

    @Override
    public List<@Nullable String> ask(UnifiedJedis commands) {
      return request.ask(commands);
    }
  }

  /** Gets all fields with their values. */
  record GetAll(int hashSlot, String key) implements HashRequest<Map<String, String>> {
    @Override
    public CompletableFuture<Map<String, String>> send(
        ColocatedRedis<String, String> redis, @Nullable FreshRedis<String, String> fresh) {
      return redis.onHashSlot(hashSlot).hgetall(key).toCompletableFuture();
    }

    @Override
    public Map<String, String> ask(UnifiedJedis commands) {
      return commands.hgetAll(key);
    }
  }

  /** A function of another request's answer. */
  record Mapped<A, R>(HashRequest<A> request, Function<? super A, ? extends R> answer)
      implements HashRequest<R> {
    @Override
    public int hashSlot() {
      return request.hashSlot();
    }

    @Override
    public CompletableFuture<R> send(
        ColocatedRedis<String, String> redis, @Nullable FreshRedis<String, String> fresh) {
      return request.send(redis, fresh).thenApply(answer);
    }

    @Override
    public R ask(UnifiedJedis commands) {
      return answer.apply(request.ask(commands));
    }
  }
}
