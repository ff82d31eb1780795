package io.amoeba.coordinator.redis;

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
    return of(ClusterNodesLine.parse(text, askedHost));
  }

  /** The same from its lines. */
  static ClusterNodesText of(List<ClusterNodesLine> lines) {
    List<ClusterNodesLine> known =
        lines.stream()
            .filter(ClusterNodesLine::isKnownPrimary)
            .sorted(Comparator.comparing(ClusterNodesLine::id))
            .toList();
    List<ClusterNodesLine> owners = known.stream().filter(l -> !l.hashSlots().isEmpty()).toList();
    return new ClusterNodesText(
        owners.stream().map(ClusterNodesText::primary).toList(),
        known.stream()
            .filter(line -> line.hashSlots().isEmpty() && !line.isFailing())
            .map(ClusterNodesText::primary)
            .toList(),
        (int) owners.stream().filter(ClusterNodesLine::isFailing).count());
  }

  private static Primary primary(ClusterNodesLine line) {
    return new Primary(line.id(), line.host(), line.port(), line.otherHosts(), line.hashSlots());
  }

  /** Whether the answering node sees most primaries alive; otherwise it is itself cut off. */
  boolean seesMajority() {
    return failingPrimaries * 2 < primaries.size();
  }
}
