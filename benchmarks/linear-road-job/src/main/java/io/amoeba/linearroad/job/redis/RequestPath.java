package io.amoeba.linearroad.job.redis;

import io.amoeba.freshreads.FreshReadsConfig;
import io.amoeba.redis.BlockingRedis;
import io.amoeba.redis.ColocatedRedis;
import io.amoeba.redis.FreshRedis;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;

/** How a function's requests get to Redis and back. Confined to the task thread. */
sealed interface RequestPath extends AutoCloseable {
  /** The path for batches of the given size. Fresh reads are lettuce's, also one at a time. */
  static RequestPath open(RedisAccess access, MetricGroup metrics) {
    FreshReadsConfig freshReads = access.freshReads();
    if (access.batch() == 1 && freshReads == null) {
      return new Single(BlockingRedis.open(access.config(), metrics));
    }
    ColocatedRedis<String, String> redis = ColocatedRedis.open(access.config(), metrics);
    boolean opened = false;
    try {
      redis.setAutoFlush(false);
      RequestPath path = new Batched(redis, freshReads == null ? null : redis.fresh(freshReads));
      opened = true;
      return path;
    } finally {
      if (!opened) {
        redis.close();
      }
    }
  }

  /** Makes requests and returns their answers in the same order. */
  <R> List<R> ask(List<HashRequest<R>> requests);

  @Override
  void close();

  /** One round trip per request, made by the task thread itself. */
  record Single(BlockingRedis redis) implements RequestPath {
    @Override
    public <R> List<R> ask(List<HashRequest<R>> requests) {
      List<R> answers = new ArrayList<>(requests.size());
      for (HashRequest<R> request : requests) {
        answers.add(redis.onHashSlot(request.hashSlot(), request::ask));
      }
      return answers;
    }

    @Override
    public void close() {
      redis.close();
    }
  }

  /** One flush for all requests; those that replicas may answer are sent at once. */
  record Batched(ColocatedRedis<String, String> redis, @Nullable FreshRedis<String, String> fresh)
      implements RequestPath {
    @Override
    public <R> List<R> ask(List<HashRequest<R>> requests) {
      List<CompletableFuture<R>> sent = new ArrayList<>(requests.size());
      for (HashRequest<R> request : requests) {
        sent.add(request.send(redis, fresh));
      }
      redis.await(sent);
      return sent.stream().map(CompletableFuture::join).toList();
    }

    @Override
    public void close() {
      redis.close();
    }
  }
}
