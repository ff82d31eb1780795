package io.amoeba.coordinator.config;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where the coordinator listens (port 0: any free one) and how it is protected: tokens (none:
 * everybody may do everything), and names besides addresses and {@code localhost} under which
 * browsers may reach it. Immutable.
 */
public record HttpSettings(
    String host,
    int port,
    List<TokenSettings> tokens,
    Set<String> hosts,
    Optional<TlsSettings> tls) {

  public HttpSettings {
    tokens = List.copyOf(tokens);
    hosts = Set.copyOf(hosts);
  }

  /** The same with another port to listen on. */
  HttpSettings withPort(int other) {
    return new HttpSettings(host, other, tokens, hosts, tls);
  }
}
