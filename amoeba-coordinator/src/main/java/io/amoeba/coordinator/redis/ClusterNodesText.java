package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.monitor.Primary;
import java.util.Comparator;
import java.util.List;

/**
 * The primaries of an answer to CLUSTER NODES: those that serve hash slots, and those that work but
 * serve none. Immutable.
 */
record ClusterNodesText(List<Primary> primaries, List<Primary> empty, int failingPrimaries) {

  /**
   * Reads an answer.
   *
   * @param askedHost host by which the answering node was reached: a node that never learned its
   *     own address leaves it out
   * @throws IllegalArgumentException if a line is not of the documented form
   */
  static ClusterNodesText parse(String text, String askedHost) {
    return of(ClusterNodes.parse(text, askedHost).servers());
  }

  /** The same from what it says of each server. */
  static ClusterNodesText of(List<KnownServer> servers) {
    List<KnownServer> known =
        servers.stream()
            .filter(ClusterNodes::isKnownPrimary)
            .sorted(Comparator.comparing(KnownServer::id))
            .toList();
    List<KnownServer> owners = known.stream().filter(l -> !l.hashSlots().isEmpty()).toList();
    return new ClusterNodesText(
        owners.stream().map(KnownServer::asPrimary).toList(),
        known.stream()
            .filter(server -> server.hashSlots().isEmpty() && !server.isFailing())
            .map(KnownServer::asPrimary)
            .toList(),
        (int) owners.stream().filter(KnownServer::isFailing).count());
  }

  /** Whether the answering node sees most primaries alive; otherwise it is itself cut off. */
  boolean seesMajority() {
    return failingPrimaries * 2 < primaries.size();
  }
}
