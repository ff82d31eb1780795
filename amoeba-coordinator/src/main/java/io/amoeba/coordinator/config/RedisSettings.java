package io.amoeba.coordinator.config;

import io.amoeba.coordinator.monitor.ServerAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Nodes of the Redis Cluster to ask first, and how to log in. Immutable.
 *
 * @param tls none: plain connections
 */
public record RedisSettings(
    List<ServerAddress> endpoints,
    Optional<String> username,
    Optional<Secret> password,
    Optional<RedisTls> tls,
    Duration timeout) {

  public RedisSettings {
    endpoints = List.copyOf(endpoints);
  }
}
