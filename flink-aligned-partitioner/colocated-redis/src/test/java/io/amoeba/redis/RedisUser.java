package io.amoeba.redis;

import io.amoeba.freshreads.FreshReadsConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Operator of a job: shared by class loaders, so its parameters are classes of the JDK. */
public final class RedisUser {
  private RedisUser() {}

  /** Writes a value, and reads it as a request and as a fresh read. */
  public static String writeAndRead(List<String> uris, String localHost, String value) {
    ColocatedRedisConfig config =
        ColocatedRedisConfig.builder().uris(uris).localHosts(List.of(localHost)).build();
    FreshReadsConfig fresh = FreshReadsConfig.builder().maxStaleness(Duration.ofSeconds(1)).build();
    try (ColocatedRedis<String, String> redis =
        ColocatedRedis.open(config, new RecordingMetricGroup())) {
      redis.await(List.of(redis.on("key").set("key", value)));
      CompletableFuture<String> answer =
          redis.fresh(fresh).answer("key", reads -> reads.get("key")).thenApply(a -> a.value());
      return answer.join();
    }
  }
}
