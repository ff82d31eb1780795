package io.amoeba.coordinator.config;

import io.amoeba.coordinator.monitor.ServerAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the section about the Redis Cluster. Stateless. */
final class RedisSection {

  private RedisSection() {}

  static RedisSettings read(ConfigSection section) {
    RedisSettings redis =
        new RedisSettings(
            endpoints(section),
            section.text("username"),
            section.secret("password", "Put the password into this file."),
            tls(section),
            section.millis("timeoutMillis", 100, 60_000, 2_000));
    if (redis.username().isPresent() && !section.hasSecret("password")) {
      section.problem(
          "passwordFile",
          "missing",
          "a file, or an environment variable in passwordEnv",
          "A username needs a password.");
    }
    section.refuseUnknownKeys();
    return redis;
  }

  private static List<ServerAddress> endpoints(ConfigSection section) {
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

  /** Either whether there is TLS, or how. */
  private static Optional<RedisTls> tls(ConfigSection section) {
    if (!section.isMapping("tls")) {
      return section.truth("tls", false)
          ? Optional.of(new RedisTls(ClientTls.PLAIN, /* addressesChecked= */ true))
          : Optional.empty();
    }
    ConfigSection stores = section.section("tls");
    RedisTls tls = new RedisTls(TlsSection.client(stores), stores.truth("checkAddresses", true));
    stores.refuseUnknownKeys();
    return Optional.of(tls);
  }
}
