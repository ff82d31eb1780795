package io.amoeba.coordinator.config;

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
    int requestsPerSecond,
    int connections,
    int connectionsPerAddress) {

  /** Some hundred task managers behind one address report once a second each. */
  public static final int REQUESTS_PER_SECOND = 1_000;

  /** Far below the open files that a process may have. */
  static final int CONNECTIONS = 4_000;

  /** Task managers behind one address have two each. */
  static final int CONNECTIONS_PER_ADDRESS = 1_000;

  /** The usual number of connections. */
  public HttpSettings(
      String host,
      int port,
      List<TokenSettings> tokens,
      Set<String> hosts,
      Optional<TlsSettings> tls,
      int requestsPerSecond) {
    this(host, port, tokens, hosts, tls, requestsPerSecond, CONNECTIONS, CONNECTIONS_PER_ADDRESS);
  }

  public HttpSettings {
    tokens = List.copyOf(tokens);
    hosts = Set.copyOf(hosts);
  }

  /** The same with another port to listen on. */
  HttpSettings withPort(int other) {
    return new HttpSettings(
        host, other, tokens, hosts, tls, requestsPerSecond, connections, connectionsPerAddress);
  }
}
