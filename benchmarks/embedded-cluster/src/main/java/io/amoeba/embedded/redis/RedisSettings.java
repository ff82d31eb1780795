package io.amoeba.embedded.redis;

import java.util.HashMap;
import java.util.Map;

/**
 * How Redis servers are started. Immutable.
 *
 * @param expectedMegabytes memory that one server is expected to use at most, for the check before
 *     the start
 * @param config lines of {@code redis.conf} that are added to or replace the defaults (no
 *     persistence)
 */
public record RedisSettings(int expectedMegabytes, Map<String, String> config) {
  private static final int DEFAULT_MEGABYTES = 64;

  public RedisSettings {
    config = Map.copyOf(config);
  }

  public static RedisSettings defaults() {
    return new RedisSettings(DEFAULT_MEGABYTES, Map.of());
  }

  /** The same with one more line of {@code redis.conf}. */
  public RedisSettings with(String name, String value) {
    Map<String, String> lines = new HashMap<>(config);
    lines.put(name, value);
    return new RedisSettings(expectedMegabytes, lines);
  }
}
