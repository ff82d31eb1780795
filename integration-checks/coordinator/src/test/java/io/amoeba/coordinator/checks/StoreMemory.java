package io.amoeba.coordinator.checks;

import io.amoeba.embedded.redis.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.List;

/** How much memory servers may take. Stateless. */
final class StoreMemory {

  private StoreMemory() {}

  /**
   * Limits each of the servers.
   *
   * @param value of {@code maxmemory}, for example {@code 1mb}; {@code 0}: no limit
   */
  static void limit(List<RedisServer> servers, String value) {
    try (RedisClient client = RedisClient.create()) {
      for (RedisServer server : servers) {
        try (StatefulRedisConnection<String, String> connection = client.connect(server.uri())) {
          connection.sync().configSet("maxmemory", value);
        }
      }
    }
  }
}
