package io.amoeba.coordinator.config;

/** An address to connect to. Immutable. */
public record HostAndPort(String host, int port) {

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
