package io.amoeba.coordinator.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Nodes of the Redis Cluster to ask first, and how to log in. Immutable.
 *
 * @param tls none: plain connections
 */
public record RedisSettings(
    List<HostAndPort> endpoints,
    Optional<String> username,
    Optional<Secret> password,
    Optional<RedisTls> tls,
    Duration timeout) {

  public RedisSettings {
    endpoints = List.copyOf(endpoints);
  }
}
