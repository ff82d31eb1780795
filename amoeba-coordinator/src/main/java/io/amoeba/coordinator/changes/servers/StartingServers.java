package io.amoeba.coordinator.changes.servers;

import io.amoeba.coordinator.changes.servers.StartServers.Server;
import java.util.List;

/**
 * How far the starts of a plan have come. Immutable.
 *
 * @param servers all of the plan, in their order
 * @param members how many of them are members
 */
public record StartingServers(List<Server> servers, int members) {

  /**
   * Checks the count.
   *
   * @throws IllegalArgumentException if more are members than there are servers
   */
  public StartingServers {
    servers = List.copyOf(servers);
    if (members < 0 || members > servers.size()) {
      throw new IllegalArgumentException(
          members + " of " + servers.size() + " servers cannot be members");
    }
  }

  boolean isComplete() {
    return members == servers.size();
  }

  Server next() {
    return servers.get(members);
  }

  StartingServers withNextAsMember() {
    return new StartingServers(servers, members + 1);
  }
}
