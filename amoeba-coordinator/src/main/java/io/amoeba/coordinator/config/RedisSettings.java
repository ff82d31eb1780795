package io.amoeba.coordinator.config;

import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.yaml.YamlSection;
import java.time.Duration;
import java.util.ArrayList;
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
    Optional<Tls> tls,
    Duration timeout) {

  public RedisSettings {
    endpoints = List.copyOf(endpoints);
  }

  /**
   * How connections are encrypted. Immutable.
   *
   * @param addressesChecked whether a node's certificate must hold the address by which the cluster
   *     announces it
   */
  public record Tls(ClientTls stores, boolean addressesChecked) {

    /** Either whether there is TLS, or how. */
    static Optional<Tls> read(YamlSection redis) {
      if (!redis.isMapping("tls")) {
        return redis.bool("tls", false)
            ? Optional.of(new Tls(ClientTls.PLAIN, /* addressesChecked= */ true))
            : Optional.empty();
      }
      YamlSection section = redis.section("tls");
      Tls tls = new Tls(ClientTls.read(section), section.bool("checkAddresses", true));
      section.refuseUnknownKeys();
      return Optional.of(tls);
    }
  }

  static RedisSettings read(YamlSection section) {
    RedisSettings redis =
        new RedisSettings(
            endpoints(section),
            section.text("username"),
            Secret.read(section, "password", "Put the password into this file."),
            Tls.read(section),
            section.duration(
                "timeout", Duration.ofMillis(100), Duration.ofMinutes(1), Duration.ofSeconds(2)));
    if (redis.username().isPresent() && !Secret.isIn(section, "password")) {
      section.problem(
          "passwordFile",
          "missing",
          "a file, or an environment variable in passwordEnv",
          "A username needs a password.");
    }
    section.refuseUnknownKeys();
    return redis;
  }

  private static List<ServerAddress> endpoints(YamlSection section) {
    List<ServerAddress> endpoints = new ArrayList<>();
    String allowed = "a list of host:port, such as [127.0.0.1:7000]";
    if (!section.has("endpoints") || section.isEmptyList("endpoints")) {
      section.problem(
          "endpoints",
          section.has("endpoints") ? "[]" : "missing",
          allowed,
          "One node of the cluster is sufficient.");
    }
    for (String text : section.texts("endpoints")) {
      String remedy = "Write a login as redis.username and redis.passwordFile.";
      if (section.refusesLogin("endpoints", text, remedy)) {
        continue;
      }
      Optional<ServerAddress> endpoint = ServerAddress.parse(text);
      if (endpoint.isEmpty()) {
        section.problem(
            "endpoints",
            "'" + text + "'",
            allowed,
            "Ports are 1 … 65535; write an IPv6 address in brackets, such as [2001:db8::7]:7000.");
      }
      endpoint.ifPresent(endpoints::add);
    }
    return endpoints;
  }
}
