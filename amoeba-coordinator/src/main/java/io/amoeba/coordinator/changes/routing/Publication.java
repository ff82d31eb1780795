package io.amoeba.coordinator.changes.routing;

import io.amoeba.partitioner.placement.protocol.PlacementDocument;
import java.util.List;

/**
 * What every task manager is told, with what the coordinator must remember of it: the edges, by the
 * start of the coordinator and a version that grows with every change. Immutable.
 */
public record Publication(String coordinator, long version, List<EdgeState> edges) {

  public Publication {
    edges = List.copyOf(edges);
  }

  /** Whether a caller that has seen this coordinator and version needs no answer. */
  boolean isKnownTo(String knownCoordinator, long knownVersion) {
    return coordinator.equals(knownCoordinator) && version == knownVersion;
  }

  /** The protocol's document, of the leader of a term; 0: there are no terms. */
  public PlacementDocument document(long term) {
    return new PlacementDocument(
        coordinator, term, version, edges.stream().map(EdgeState::placement).toList());
  }
}
