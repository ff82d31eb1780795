package io.amoeba.coordinator.config;

import io.amoeba.coordinator.text.HostSyntax;
import io.amoeba.coordinator.yaml.YamlSection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where the coordinator listens (port 0: any free one) and how it is protected: tokens (none:
 * everybody may do everything), names besides addresses and {@code localhost} under which browsers
 * may reach it, how many requests of one address it answers in a second, and how many connections
 * it has, in all and with one address. Immutable.
 */
public record HttpSettings(
    String host,
    int port,
    List<TokenSettings> tokens,
    Set<String> hosts,
    Optional<TlsSettings> tls,
    int maxRequestsPerSecond,
    int maxConnections,
    int maxConnectionsPerAddress) {

  private static final int MOST = 1_000_000;

  public HttpSettings {
    tokens = List.copyOf(tokens);
    hosts = Set.copyOf(hosts);
  }

  static HttpSettings read(YamlSection section) {
    HttpSettings settings =
        new HttpSettings(
            host(section),
            section.number("port", 0, 65_535, 7070),
            TokenSettings.read(section),
            hosts(section),
            section.has("tls") ? TlsSettings.read(section.section("tls")) : Optional.empty(),
            // Some hundred task managers behind one address report once a second each.
            section.number("maxRequestsPerSecond", 1, MOST, 1_000),
            // Far below the open files that a process may have.
            section.number("maxConnections", 10, MOST, 4_000),
            // Task managers behind one address have two each.
            section.number("maxConnectionsPerAddress", 1, MOST, 1_000));
    section.refuseUnknownKeys();
    return settings;
  }

  private static String host(YamlSection section) {
    String text = section.text("host").orElse("127.0.0.1");
    if (section.refusesLogin("host", text, "http.tokens says who may call.")) {
      return text;
    }
    String host = HostSyntax.withoutBrackets(text);
    if (!HostSyntax.isHost(host)) {
      section.problem(
          "host",
          "'" + host + "'",
          "an IP address or a DNS name of this machine",
          "Write it without scheme, port and login.");
    }
    return host;
  }

  /** The same with another port to listen on. */
  public HttpSettings withPort(int other) {
    return new HttpSettings(
        host,
        other,
        tokens,
        hosts,
        tls,
        maxRequestsPerSecond,
        maxConnections,
        maxConnectionsPerAddress);
  }

  private static Set<String> hosts(YamlSection section) {
    Set<String> hosts = Set.copyOf(section.texts("hosts"));
    for (String host : hosts) {
      if (!section.refusesLogin("hosts", host, "http.tokens says who may call.")
          && !HostSyntax.isHost(host)) {
        section.problem(
            "hosts",
            "'" + host + "'",
            "a list of DNS names",
            "Write them without scheme, port and login, such as [amoeba.example].");
      }
    }
    return hosts;
  }
}
