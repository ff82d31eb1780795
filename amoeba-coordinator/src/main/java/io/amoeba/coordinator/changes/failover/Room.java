package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.cluster.ServerAddress;
import java.util.Map;
import java.util.Set;

/**
 * The most that primaries may bring to some servers together: to those of a node, or to one alone.
 * Immutable.
 *
 * @param sizes what each primary would bring, by its id, in any one unit; others bring nothing
 * @param free how much there is room for
 * @param text who has room for how much, for people
 */
public record Room(Set<ServerAddress> servers, Map<String, Long> sizes, long free, String text) {

  public Room {
    servers = Set.copyOf(servers);
    sizes = Map.copyOf(sizes);
  }

  long sizeOf(SettledPrimary primary) {
    return sizes.getOrDefault(primary.id(), 0L);
  }
}
