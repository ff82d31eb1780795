package io.amoeba.coordinator.plan.migration;

import java.util.Comparator;

/** Where a Redis server takes clients, as it announces it. Immutable. */
public record ServerAddress(String host, int port) implements Comparable<ServerAddress> {

  private static final Comparator<ServerAddress> ORDER =
      Comparator.comparing(ServerAddress::host).thenComparing(ServerAddress::port);

  @Override
  public int compareTo(ServerAddress other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
