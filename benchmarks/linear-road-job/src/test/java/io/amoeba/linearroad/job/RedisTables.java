package io.amoeba.linearroad.job;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import java.util.List;
import java.util.function.Predicate;

/** Removes what a run left in Redis. */
final class RedisTables {
  private RedisTables() {}

  static void deleteWhereNot(List<String> uris, Predicate<String> kept) {
    RedisClusterClient client =
        RedisClusterClient.create(uris.stream().map(RedisURI::create).toList());
    try (StatefulRedisClusterConnection<String, String> connection = client.connect()) {
      List<String> keys = connection.sync().keys("*").stream().filter(kept.negate()).toList();
      if (!keys.isEmpty()) {
        connection.sync().del(keys.toArray(String[]::new));
      }
    } finally {
      client.shutdown();
    }
  }
}
