package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.cluster.ServerAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What to plan: the primaries, the servers that are given for them, the nodes that have subtasks,
 * what to respect, and how much servers have room for where that is limited. Immutable.
 */
public record MigrationRequest(
    List<SettledPrimary> primaries,
    List<SpareServer> servers,
    Set<String> nodesWithSubtasks,
    Constraints constraints,
    List<Room> rooms) {

  /**
   * A primary, the node that it is on, and what would move with it, in any one unit, such as bytes;
   * 0 or more, and the same for all where it is not known. Immutable.
   */
  public record SettledPrimary(String id, String node, long size) {}

  /**
   * What a plan must respect: primaries that may not move; nodes whose primaries may not move;
   * nodes that may not host the store; and how many primaries a node may host (0 … ; no entry: any
   * number). Immutable.
   */
  public record Constraints(
      Set<String> fixedPrimaries,
      Set<String> fixedNodes,
      Set<String> forbiddenNodes,
      Map<String, Integer> primariesPerNode) {

    /** Everything may move. */
    public static final Constraints NONE = new Constraints(Set.of(), Set.of(), Set.of(), Map.of());

    public Constraints {
      fixedPrimaries = Set.copyOf(fixedPrimaries);
      fixedNodes = Set.copyOf(fixedNodes);
      forbiddenNodes = Set.copyOf(forbiddenNodes);
      primariesPerNode = Map.copyOf(primariesPerNode);
    }

    boolean isFixed(SettledPrimary primary) {
      return fixedPrimaries.contains(primary.id()) || fixedNodes.contains(primary.node());
    }

    int roomOf(String node) {
      return primariesPerNode.getOrDefault(node, Integer.MAX_VALUE);
    }
  }

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
