package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.cluster.ServerAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What to plan: the primaries, the servers that are given for them, the nodes that have subtasks,
 * what to respect, and how much servers have room for where that is limited. Immutable.
 */
public record MigrationRequest(
    List<SettledPrimary> primaries,
    List<SpareServer> servers,
    Set<String> nodesWithSubtasks,
    MigrationConstraints constraints,
    List<Room> rooms) {

  /**
   * Checks the request.
   *
   * @throws IllegalArgumentException if it cannot be meant: all reasons
   */
  public MigrationRequest {
    primaries = List.copyOf(primaries);
    servers = List.copyOf(servers);
    nodesWithSubtasks = Set.copyOf(nodesWithSubtasks);
    rooms = List.copyOf(rooms);
    List<String> problems = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (SettledPrimary primary : primaries) {
      if (!ids.add(primary.id())) {
        problems.add("primary " + primary.id() + " is given twice");
      }
      if (primary.size() < 0) {
        problems.add(
            "primary %s has the size %d, expected 0 or more"
                .formatted(primary.id(), primary.size()));
      }
    }
    Set<ServerAddress> addresses = new HashSet<>();
    servers.stream()
        .filter(server -> !addresses.add(server.address()))
        .forEach(server -> problems.add("server " + server.address() + " is given twice"));
    constraints.fixedPrimaries().stream()
        .filter(id -> !ids.contains(id))
        .sorted()
        .forEach(id -> problems.add("primary " + id + " may not move, but there is none such"));
    constraints.primariesPerNode().entrySet().stream()
        .filter(limit -> limit.getValue() < 0)
        .forEach(
            limit ->
                problems.add(
                    "node %s may host %d primaries, expected 0 or more"
                        .formatted(limit.getKey(), limit.getValue())));
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
  }

  /** Whether a primary may be on a node in the end. */
  boolean isHome(String node) {
    return nodesWithSubtasks.contains(node) && !constraints.forbiddenNodes().contains(node);
  }
}
